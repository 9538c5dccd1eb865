class Three:
    def __index__(self):
        return 3


class Number:
    def __int__(self):
        return 42

    def __float__(self):
        return 2.5

    def __complex__(self):
        return 1 + 2j


three, number = Three(), Number()
print([0, 1, 2, 3, 4][three], list(range(three)), "abcdef"[three], "ab" * three, [1] * three, int(three), float(three), hex(three))
print("abcdef"[:three], complex(three), round(2.71828, three), bin(three), 10 .__pow__(2), int("11", three))
print(int(number), float(number), complex(number), "%d" % 42.9, "%f" % number)
for action in [lambda: [1, 2][1.0], lambda: "a" * 1.5, lambda: range(2.0), lambda: "abc"["a"], lambda: hex(1.0), lambda: float([]),
               lambda: complex([]), lambda: int(object)]:
    try:
        print(action())
    except TypeError as error:
        print(error)
