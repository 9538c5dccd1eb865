class All:
    def __int__(self):
        return 3

    def __float__(self):
        return 2.5

    def __complex__(self):
        return 1j

    def __index__(self):
        return 7

    def __bool__(self):
        return False

    def __str__(self):
        return "s"

    def __repr__(self):
        return "r"

    def __bytes__(self):
        return b"b"

    def __len__(self):
        return 4

    def __hash__(self):
        return 99

    def __trunc__(self):
        return 8

    def __floor__(self):
        return -1

    def __ceil__(self):
        return 1

    def __abs__(self):
        return "abs"

    def __invert__(self):
        return "inv"

    def __pos__(self):
        return "pos"


import math
a = All()
print(int(a), float(a), complex(a), bool(a), str(a), repr(a), bytes(a), len(a), hash(a), math.trunc(a), math.floor(a), math.ceil(a), abs(a), ~a, +a, bin(a), [0] * a, "%d %s %r" % (a, a, a), f"{a} {a!r}", [a])


class Wrong:
    def __len__(self):
        return -1

    def __str__(self):
        return 5

    def __repr__(self):
        return None

    def __bool__(self):
        return 1

    def __hash__(self):
        return "h"

    def __index__(self):
        return 1.5

    def __iter__(self):
        return iter([])

    def __contains__(self, x):
        return "yes"

    def __int__(self):
        return "i"

    def __float__(self):
        return 1


w = Wrong()
for f in (lambda: len(w), lambda: str(w), lambda: repr(w), lambda: bool(w), lambda: hash(w), lambda: [1][w], lambda: 1 in w, lambda: int(w), lambda: float(w), lambda: range(w)):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
