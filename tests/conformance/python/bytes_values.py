data = b"hello\x00\xff"
print(data, len(data), data[0], data[-1], data[1:3], data[::-1], list(b"abc"), b"a" + b"b", b"ab" * 2, b"a" in b"abc", 97 in b"abc", b"a" < b"b", b"a" == "a")
print(bytes(3), bytes([1, 2, 255]), bytes("é", "utf-8"), bytes(b"x"), bytes(), bytes(range(3)), b"it's", b'say "x"', b"\t\n\r\\", hash(b"a") == hash(b"a"))
print(b"a,b,c".split(b","), b" a b ".split(), b"a,b".partition(b","), b",".join([b"x", b"y"]), b"abc".find(b"c"), b"abc".find(98), b"aXa".replace(b"a", b"b"))
print(b"abc".hex(), b"abc".hex("-"), b"abcd".hex(":", 2), bytes.fromhex("61 62 63"), b"Abc".upper(), b"Abc".lower(), b" x ".strip(), b"xax".strip(b"x"))
print(b"abc".startswith(b"a"), b"abc".endswith((b"x", b"c")), b"abc".count(b"b"), b"12".isdigit(), b"ab".isalpha(), b"a\nb".splitlines(), b"a".rjust(3), b"a".center(4, b"*"))
print(b"%d %s %b" % (1, b"x", b"y"), b"%5.1f|%x" % (1.25, 255), b"prefix".removeprefix(b"pre"), {b"a": 1}[b"a"], sorted([b"b", b"a"]), bytes.__name__)
for action in [lambda: bytes("a"), lambda: bytes([256]), lambda: bytes(-1), lambda: b"a" + "b", lambda: b"abc"[5], lambda: bytes(1.5), lambda: "a" in b"abc",
               lambda: b"abc".find("a"), lambda: b",".join(["a"]), lambda: bytes.fromhex("6"), lambda: b"a" < "b"]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
