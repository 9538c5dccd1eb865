data = bytes(range(8))
print(data, data[2:5], data[-1], list(data[::3]), bytes(reversed(data))[:2], data.find(b"\x03"), 3 in data, b"\x03\x04" in data, data + b"z", len(data * 2))
buffer = bytearray(data)
buffer[0:2] = b"AB"
buffer[-1:] = []
buffer += b"end"
print(buffer, buffer.count(b"e"), buffer.endswith(b"end"), buffer.find(b"B"), bytes(buffer).hex())
print(b"k=v;a=b".split(b";"), dict(p.split(b"=") for p in b"k=v;a=b".split(b";")), b" x ".strip(), b"AbC".lower(), b"-".join([b"1", b"2"]), b"a" < b"b", b"a" == "a")
print("héllo".encode(), "héllo".encode("utf-8").decode("utf-8"), "héllo".encode("latin-1"), "héllo".encode("ascii", "replace"), "héllo".encode("ascii", "ignore"), "h\xe9".encode("ascii", "xmlcharrefreplace"), "h\xe9".encode("ascii", "backslashreplace"))
print((1000).to_bytes(2, "little"), int.from_bytes(b"\xe8\x03", "little"), [b for b in b"abc"], bytes([x ^ 1 for x in b"abc"]), max(b"abc"), sorted(b"cab"), b"abc".index(98), b"%b|%5d|%x" % (b"z", 42, 255))
for f in (lambda: data[0:1] + "x", lambda: data["a"], lambda: bytes([300]), lambda: bytearray([1])[5], lambda: b"".join(["a"]), lambda: b"abc".find("a"), lambda: int.from_bytes([256], "big"), lambda: (300).to_bytes(1, "big"), lambda: (-1).to_bytes(1, "big")):
    try:
        print(f())
    except (TypeError, ValueError, IndexError, OverflowError) as error:
        print(type(error).__name__, error)
