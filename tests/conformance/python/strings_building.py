lines = """first
  second line\twith tab
third \\ escaped \x41 \u00e9 \N{BULLET} \101 \
joined"""
print(lines, len(lines), lines.split("\n")[1].strip(), repr(lines))
print("a" "b" 'c', r"raw\n", b"bytes\x00", "tab\t|", 'quote"s', "quote's", '''tri'ple"s''', "\a\b\f\v\r\0".encode(), "nul\0".encode(), "\\", "{}")
name, items = "x", ["a", "b"]
print("-".join(f"{i}={v}" for i, v in enumerate(items)), "%s is %d" % (name, 5), "{0}{1}{0}".format("a", "b"), "{a[0]}{b.real}".format(a=items, b=3), "%-5s|%5.1f|%+d" % ("ab", 2.25, 3))
text = ""
for ch in "hello":
    text = ch + text
print(text, text == "hello"[::-1], "".join(sorted(set("mississippi"))), {c: "mississippi".count(c) for c in "misp"}, "a,b;c".replace(";", ",").split(","))
print("line one\nline two".splitlines(), "caf\u00e9" == "café", "é".encode(), ascii("é\U0001F600"), repr("é\x7f\u200b\U0001F600"), len("\U0001F600"), "\U0001F600"[0] == "😀", "ab\ncd".expandtabs())
print("abc".center(9, "*").strip("*").upper().lower().title().swapcase(), "a" < "b" < "c", "Z" < "a", "10" < "9", "" < "a", max("apple", "banana", key=len), "x" * -1 == "")
import string
print(string.ascii_lowercase[:5], string.digits, string.punctuation[:5], string.capwords("the quick fox"), string.Template("$a ${b} $$").substitute(a=1, b=2))
import textwrap
print(textwrap.dedent("""\
    a
      b
    c"""), textwrap.fill("the quick brown fox jumps", 10), textwrap.indent("a\nb", "> "), textwrap.shorten("hello big world", 11))
print("%(n)s %(n)r %%" % {"n": "v"}, "%5s|%-5s|%05d|%x|%o|%e|%g|%c" % ("a", "b", 42, 255, 8, 1.5, 0.0001, "z"), "%.3s" % "abcdef", "%*d" % (5, 42), "%s" % (("t",),), "%s %s" % ("a", [1]))
for f in (lambda: "%d" % "a", lambda: "%s %s" % "a", lambda: "%s" % ("a", "b"), lambda: "{}".format(), lambda: "{a}".format(b=1), lambda: "{0}{}".format(1, 2), lambda: "{".format(), lambda: "%z" % 5, lambda: "{!z}".format(1), lambda: "{0.x}".format(5)):
    try:
        print(f())
    except (TypeError, ValueError, IndexError, KeyError, AttributeError) as error:
        print(type(error).__name__, error)
