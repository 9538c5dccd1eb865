print("a b  c ".split(), " a b  c ".split(" "), "a,b,c".split(","), "a,b,c".split(",", 1), "a,b,c".rsplit(",", 1), "".split(), "".split(","))
print("  a  b  c  ".split(None, 1), "  a  b  c  ".rsplit(None, 1), "a--b--c".split("--"), "abc".split("x"), "aXbX".split("X"))
print("a b c d".split(maxsplit=2), "a b c d".split(sep=" ", maxsplit=0), "a\u2003b\u00a0c".split(), "1<>2<>3".rsplit("<>", maxsplit=1))
print("a.b.c".partition("."), "a.b.c".rpartition("."), "abc".partition("."), "abc".rpartition("."))
print("a\nb\r\nc\rd".splitlines(), "a\nb\n".splitlines(), "a\nb\n".splitlines(True), "".splitlines(), "\n".splitlines(), "a\x0bb\x0cc\x1cd\u2028e".splitlines())
print(",".join(["a", "b", "c"]), "".join("xyz"), "-".join([]), "-".join(("one",)), ", ".join(str(i) for i in range(4)), "é".join("ab"))
print("Mississippi".replace("ss", "SS"), "aaa".replace("a", "b", 2), "abc".replace("", "-"), "abc".replace("", "-", 2), "äa".replace("", "."))
print("a\tb".expandtabs(), "01\t012\t0123\t01234".expandtabs(4), "a\n\tb".expandtabs(2))
for action in [lambda: "a".split(""), lambda: "a".split(1), lambda: ",".join([1]), lambda: ",".join(["a", None]), lambda: "a".partition(""),
               lambda: ",".join(5), lambda: "a".replace(1, 2), lambda: "a".split(",", "x")]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
