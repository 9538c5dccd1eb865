from pprint import pformat

print(pformat("short"), pformat(["a long text with many words that has to be broken"], width=25))
print(pformat("a long text that stands alone and has many words", width=20))
print(pformat({"key": "line one\nline two\nline three"}, width=20))
print(pformat(("x" * 30, "y" * 30), width=20), pformat(frozenset([1, 2]), width=80), pformat({"k" * 20: ["v" * 20]}, width=30))
