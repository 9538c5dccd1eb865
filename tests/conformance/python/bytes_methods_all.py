b = b"Hello, World"
print(b.upper(), b.lower(), b.title(), b.swapcase(), b.find(b"o"), b.count(b"l"), b.replace(b"l", b"L", 2), b.split(b", "), b.startswith(b"He"), b[0], b[1:3], b[::-1])
print(b.hex(), b.hex(":", 2), bytes.fromhex("48 65"), bytes([1, 2, 255]), bytes(3), bytes("ä", "utf-8"), bytes(b"x"), b"a" + b"b", b"ab" * 2, 72 in b, b"ell" in b, b"".join([b"a", b"b"]))
print(b"a,b".partition(b","), b" a ".strip(), b"xx".center(6, b"-"), b"5".zfill(3), b"a\nb".splitlines(), b"ab".isalpha(), b"12".isdigit(), b"abc".translate(None, b"b"), b"abc".translate(bytes.maketrans(b"a", b"z")))
a = bytearray(b"abc")
a[0] = 65
a.append(100)
a.extend(b"ef")
a += b"g"
del a[1]
a[1:2] = b"XY"
print(a, len(a), a.pop(), a.pop(0), a, a.decode(), bytes(a), a.index(b"Y"), a == b"XYde" or a)
a.reverse()
a.insert(1, 33)
a.remove(100)
print(a, a.copy() is a, bytearray(2), bytearray([1]), a.clear(), a)
print(repr(b"\x00\n\t'\"\\\xff"), str(b"x"), b"ab".decode("ascii"), list(b"ab"), b"a" < b"b", hash(b"a") == hash(b"a"), b"%s-%d" % (b"x", 5))
print("é".encode(), b"\xc3\xa9".decode(), b"\xff".decode("utf-8", "replace"), b"\xff".decode("latin-1"), b"a\xffb".decode("ascii", "ignore"))
for f in (lambda: bytes([256]), lambda: b"a" + "b", lambda: b"\xff".decode(), lambda: bytes("a"), lambda: bytes(-1), lambda: b"a".index(b"z"), lambda: bytes.fromhex("4"), lambda: b"a"[5], lambda: bytearray(b"a").remove(5)):
    try:
        print(f())
    except (ValueError, TypeError, IndexError) as error:
        print(type(error).__name__, error)
print((258).to_bytes(2, "big"), int.from_bytes(b"\x01\x02", "little"), int.from_bytes(b"\xff", "big", signed=True), (-2).to_bytes(2, "little", signed=True))
