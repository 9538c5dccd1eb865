for text in ["0", "12", " 42 ", "+7", "-9", "1_000", "\t5\n", "007", "\u0663", "9223372036854775807", "-9223372036854775808"]:
    try:
        print(repr(text), int(text))
    except ValueError as error:
        print(error)
for text, base in [("ff", 16), ("0xff", 16), ("0xFF", 0), ("0b101", 0), ("0o17", 0), ("z", 36), ("101", 2), ("-0x1f", 16),
                   ("0x_1", 0), ("10", 3), ("0", 0), ("b1", 16)]:
    print(text, base, int(text, base), int(text, base=base))
for text in ["", " ", "_1", "1_", "1__0", "0x", "1.0", "+-1", "1 2", "0b2"]:
    for base in (10, 0):
        try:
            print(int(text, base))
        except ValueError as error:
            print(error)
print(int(), int(True), int(3.9), int(-3.9), int(b"12"), int("0" * 30 + "1"))
print(0x1F, 0b11, 0o17, 1_000, bin(10), oct(8), hex(255), hex(-255), bin(-5), bin(0))
