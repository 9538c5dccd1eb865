from io import BytesIO, StringIO

text = StringIO()
for i in range(3):
    print("line", i, file=text)
text.seek(0)
print([line.rstrip() for line in text], next(iter(StringIO("a\nb"))), StringIO("x\ny").readlines(), list(BytesIO(b"a\nb\n")))
with BytesIO() as raw:
    raw.write(b"12345")
    raw.seek(1)
    raw.write(b"XY")
    print(raw.getvalue(), raw.tell(), raw.read(1), raw.seek(-1, 1), raw.truncate(2), raw.getvalue())
