from enum import CONFORM, EJECT, KEEP, STRICT, Flag, IntFlag


class Mode(IntFlag):
    R = 4
    W = 2
    X = 1


print(Mode.R, repr(Mode.R | Mode.W), Mode.R | 1, repr(Mode.R | 8), Mode.R + 1, repr(~Mode.R), list(Mode), Mode(6))
print(repr(Mode(0)), repr(Mode(16)), repr(Mode(-1)), 3 & Mode.W, repr(3 & Mode.W), Mode.R == 4, f"{Mode.R}", isinstance(Mode.R, int))
print(Mode.W in Mode(6), list(Mode(7)), len(Mode(7)), str(Mode.R | Mode.X), repr(5 ^ Mode.R), (Mode.R | Mode.W).name)


class Ejecting(Flag, boundary=EJECT):
    A = 1
    B = 2


class Conforming(Flag, boundary=CONFORM):
    A = 1
    B = 2


class Keeping(Flag, boundary=KEEP):
    A = 1
    B = 2


class Strict(IntFlag, boundary=STRICT):
    A = 1


print(repr(Ejecting(9)), repr(Conforming(9)), repr(Keeping(9)), repr(Conforming(3)), ~Conforming.A, repr(Keeping(-2)))
try:
    Strict(2)
except ValueError as error:
    print(type(error).__name__)
print(STRICT, repr(KEEP), Ejecting._boundary_ is EJECT)
