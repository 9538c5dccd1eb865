from io import BytesIO, StringIO

s = StringIO("one\ntwo\nthree")
print(s.readline(), s.read(2), s.tell(), s.read(), s.read(), s.seek(0), s.readlines(), s.getvalue())
s.seek(4)
print(s.write("TWO"), s.getvalue(), s.tell(), s.truncate(), s.getvalue())
s.seek(0, 2)
s.writelines(["a", "b"])
print(s.getvalue(), [line for line in StringIO("x\ny\n")], s.readable(), s.isatty(), s.closed)
with s as same:
    print(same is s)
for bad in (lambda: s.read(), lambda: StringIO().write(b"x"), lambda: StringIO().seek(-1), lambda: StringIO(3)):
    try:
        bad()
    except (ValueError, TypeError) as error:
        print(type(error).__name__)
b = BytesIO(b"abc\ndef")
print(b.read(1), b.readline(), b.read(), b.getvalue(), b.seek(-2, 2), b.read(), b.seek(10), b.write(b"z"), b.getvalue())
t = StringIO()
print("text", 1, file=t, sep="-")
print(repr(t.getvalue()), StringIO("a\r\nb", newline=None).getvalue() == "a\nb", repr(StringIO("ab").readline(1)))
target = bytearray(3)
print(BytesIO(b"xy").readinto(target), target)
