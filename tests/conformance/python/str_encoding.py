text = "aé😀"
print(text.encode(), text.encode("utf-8"), "é".encode("latin-1"), "abc".encode("ascii"), text.encode("ascii", "ignore"), text.encode("ascii", "replace"))
print(text.encode("ascii", "backslashreplace"), text.encode("ascii", "xmlcharrefreplace"), text.encode(encoding="UTF8", errors="strict"))
print(text.encode().decode(), b"\xe9".decode("latin-1"), b"a\xffb".decode("utf-8", "replace"), b"a\xffb".decode("utf-8", "ignore"))
print(b"a\xff".decode("ascii", "backslashreplace"), bytes("é", "utf-8"), str(b"\xc3\xa9", "utf-8"), bytearray("ab", "ascii"))
for action in [lambda: "é".encode("ascii"), lambda: "😀".encode("latin-1"), lambda: b"\xff".decode(), lambda: b"a\xe9".decode("utf-8"),
               lambda: b"\xe9".decode("ascii"), lambda: "a".encode("nothing"), lambda: b"\xe9b".decode()]:
    try:
        print(action())
    except (UnicodeError, LookupError) as error:
        print(type(error).__name__, error)
