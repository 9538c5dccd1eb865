for text in ["a", "it's", 'say "hi"', "it's \"both\"", "tab\t", "new\nline", "\\", "\x00\x1f\x7f", "é", "\u200b", "\ud800", "😀", "\xa0", "\r", "\u0378", ""]:
    print(repr(text), ascii(text), [text], (text,))
print("%r" % "a'b", f"{'x'!r}", "{!r}".format("q"), f"{'é'!a}", str(["a", 'b"']))
print("\N{BULLET}", "\x41\u0042\U00000043\103", r"\n", "a" "b", '''multi
line''', "\
joined")
