import re

for pattern in ["(", ")", "[", "[b-a]", "*", "a**", "+a", "a{2,1}", "(?P<1a>x)", "(?P<a>x)(?P<a>y)", "(?P=missing)", r"\1", r"(\1)", "(?<=a*)b", "(?z)", "\\", r"\q", "(?P<a", "(?P>", "(?", "a(?i)b",
                r"\x1", "[a", "(?#", "(?(1)a|b|c)", "(?<a)", r"[\d-z]", "x{99999999999}", "(?(9)a)", "(?P<>x)", "^*", "(?i-:a)", "a???", r"\u12", "()" * 3 + r"\4"]:
    try:
        re.compile(pattern)
        print(pattern, "compiles")
    except re.error as error:
        print(pattern, "|", error, "|", error.msg, error.pos)
    except OverflowError as error:
        print(pattern, "|", type(error).__name__)
for action in [lambda: re.match(1, "a"), lambda: re.match("a", 1), lambda: re.match("a", b"a"), lambda: re.match(b"a", "a"), lambda: re.match("a", "a").group(1),
               lambda: re.match("a", "a")["x"], lambda: re.sub("a", r"\2", "a"), lambda: re.sub("a", r"\g<x>", "a"), lambda: re.sub("a", r"\q", "a"), lambda: re.compile(re.compile("a"), re.I),
               lambda: re.sub("a", 1, "a")]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
print(issubclass(re.error, Exception), re.error.__name__)
