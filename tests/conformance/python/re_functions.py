import re

text = "The rain in Spain: 12 and 345"
print(re.findall(r"\w+", text), re.findall(r"(\w)(\d)", text), re.findall(r"(\d)\d", text), re.findall("x", text), re.findall("", "ab"), re.findall("a*", "baac"))
print([match.span() for match in re.finditer(r"\d+", text)], re.split(r"\s+", text), re.split(r"(,)", "a,b,c"), re.split(",", "a,b,c", 1), re.split("x*", "axbc"), re.split("(a)|b", "cab"))
print(re.sub(r"\d", "#", text), re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world"), re.sub("a", "b", "aaa", count=2), re.subn("a", "b", "banana"), re.sub("", "-", "ab"), re.sub("x*", "-", "abxd"))
print(re.sub(r"(?P<first>\w)(\w*)", r"\g<2>\g<first>ay", "pig latin"), re.sub(r"\w+", lambda m: m.group().capitalize(), "one two"), re.sub("a", r"\n\t\\", "a"), re.sub("(a)|b", r"[\1]", "ab"))
print(re.escape("a.b*c[d]"), re.escape("x y-z_é"), re.escape(b"a+b"), re.sub("[aeiou]", "", "education", flags=re.I), re.findall("A", "aA", re.IGNORECASE), re.match("a", "b") is None)
print(re.sub("b", r"\g<0>\g<0>", "abc"), re.sub("(.)", r"\1\1", "ab"), re.sub("a", "\\x" if False else "y", "a"), re.findall(r"(?m)^\w", "a\nb"), re.findall(b"a.", b"abac"))
pattern = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)")
match = pattern.search("on 2024-05-06")
print(pattern.pattern, pattern.groups, dict(pattern.groupindex), pattern.flags, pattern, match, match.re is pattern, match.string, match.pos, match.endpos)
print(match.group("year"), match["month"], match[0], match.group(1, 2), match.groupdict(), match.start("month"), match.end(1), match.span(2), match.lastgroup, match.expand(r"\2/\1"), bool(match))
print(pattern.match("2024-01", 1), pattern.findall("2024-01 2025-02"), pattern.sub(r"\g<month>", "2024-01"), pattern.split("a2024-01b"), pattern.fullmatch("2024-01").groups("x"))
print(re.compile("a", re.I | re.M), re.compile("a", re.X), re.compile(pattern) is pattern, re.compile("a") == re.compile("a"), re.compile(b"a"), isinstance(pattern, re.Pattern))
print(re.compile("b").search("abc", 1, 2), re.compile("^b").search("ab", 1), re.compile("(a)(b)?").match("a").groups(), re.match("(a)(b)?", "a").group(2), re.match("(a)|(b)", "b").groupdict())
