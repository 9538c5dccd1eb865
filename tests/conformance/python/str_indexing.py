text = "häl😀lo"
print(len(text), [character for character in text], text[0], text[-1], text[3], text[1:4], text[::-1], text[::2], text[-2:], text[10:], text[5:2])
print(list(reversed("abc")), sorted("banana"), max("hello"), min("hello"), "a" + "b", "ab" * 3, 3 * "x", "ab" * 0, "ab" * -1, "".join(reversed(text)))
print("a" < "b", "abc" < "abd", "Z" < "a", "" < "a", "a" == "a", "a" != "b", "é" > "z", "a" <= "a", "10" < "9", "😀" > "\uffff")
print(str(5), str(None), str([1, "a"]), str(b"x"), str(b"x", "utf-8"), str(), str("a"), str(1.0), str(object=3), repr(str(1)))
for action in [lambda: text[6], lambda: text[-7], lambda: text["a"], lambda: text[1.0], lambda: "a" + 1, lambda: 1 + "a", lambda: "a" * "b",
               lambda: "a" - "b", lambda: "a" < 1, lambda: text[::0], lambda: str(1, 2, 3, 4), lambda: hash([])]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
x, y, *rest = "abcd"
print(x, y, rest, *"xyz", dict(zip("ab", "cd")), {**{c: ord(c) for c in "ab"}}, chr(97), ord("é"), chr(0x1F600))
