print(repr("  a b ".strip()), repr("  a b ".lstrip()), repr("  a b ".rstrip()), "xxaxx".strip("x"), "abcba".strip("ab"), "äxä".strip("ä"))
print(repr("\u2003a\u00a0".strip()), "www.example.com".strip("cmowz."), "aaa".strip("a"), repr("\n\t x \r\n".strip()), "abc".rstrip("c").lstrip("a"))
print("prefix-name".removeprefix("prefix-"), "name.py".removesuffix(".py"), "abc".removeprefix("x"), "abc".removesuffix(""), "abc".removeprefix("abc"))
for width in (0, 3, 5, 6, 7, 8):
    print([text.center(width) for text in ("ab", "abc", "")], ["ab".ljust(width, "."), "ab".rjust(width, "*"), "äb".center(width, "é")])
print("42".zfill(5), "-42".zfill(5), "+42".zfill(5), "abc".zfill(2), "".zfill(3), "--1".zfill(5))
for action in [lambda: "a".strip(1), lambda: "a".center(5, "ab"), lambda: "a".ljust(5, 1), lambda: "a".zfill("5"), lambda: "a".center()]:
    try:
        print(action())
    except TypeError as error:
        print(type(error).__name__)
print("abc".translate({97: "x", 98: None, 99: 100}), "hello".translate(str.maketrans("el", "ip")), str.maketrans({"a": 1, "b": None}))
print("hello".translate(str.maketrans("h", "j", "lo")), str.maketrans("ab", "cd", "e"))
