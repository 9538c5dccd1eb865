s = "Hello, wOrld"
print(s.upper(), s.lower(), s.title(), s.swapcase(), s.capitalize(), s.casefold(), s.center(20, "*"), s.ljust(15, "-"), s.rjust(15), s.zfill(15))
print(s.find("o"), s.rfind("o"), s.index("l"), s.count("l"), s.find("z"), s.find("o", 5), s.count("l", 0, 3), s.startswith(("x", "He")), s.endswith("ld", 3))
print("a,b,,c".split(","), "a,b,,c".split(",", 1), " a  b ".split(), "a,b,c".rsplit(",", 1), "a-b-c".partition("-"), "a-b-c".rpartition("-"), "abc".partition("x"))
print("l1\nl2\r\nl3\rl4".splitlines(), "a\nb\n".splitlines(True), "xxabcxx".strip("x"), "xxabc".lstrip("xa"), "abc  ".rstrip(), "-".join("abc"), "".join([]))
print("a\tb".expandtabs(), "ab\tc".expandtabs(4), "abcabc".replace("b", "X"), "abcabc".replace("b", "X", 1), "aaa".replace("", "-"), "prefix_x".removeprefix("prefix_"), "x.py".removesuffix(".py"))
print([m for m in ("isalpha", "isdigit", "isalnum", "isspace", "isupper", "islower", "istitle", "isidentifier", "isnumeric", "isdecimal", "isascii", "isprintable")
       if getattr("Abc1", m)()], "²".isdigit(), "²".isdecimal(), "½".isnumeric(), "a b".isidentifier(), " \n".isspace(), "".isalpha(), "".isascii())
print("abc".translate({97: "x", 98: None}), "abc".translate(str.maketrans("ab", "12", "c")), str.maketrans({"a": "b"}), "Ab".encode(), "ä".encode("latin-1"))
print("abc" < "abd", "a" * 3, "b" in "abc", "" in "abc", "abc"[1], "abc"[-1], len("äöü"), ord("€"), chr(8364), min("hello"), sorted("hello"), list(enumerate("ab", 1)), repr("it's"), repr('"\''))
for f in (lambda: "a".index("z"), lambda: "a" + 1, lambda: "a".join([1]), lambda: "a".split(""), lambda: "a".center(5, "ab"), lambda: ord("ab"), lambda: "a".encode("ascii", "x") and "ä".encode("ascii"), lambda: "a" in 5, lambda: 5 in "a"):
    try:
        print(f())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
print("ß".upper(), "ǆ".title(), "İ".lower() == "i̇", "ŉ".upper(), "x\u0345".isalpha(), "A".casefold() == "a", "straße".casefold())
