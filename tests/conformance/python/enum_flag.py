from enum import Flag, auto


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
    NONE = 0


print(Perm, list(Perm), len(Perm), Perm.RW, repr(Perm.R | Perm.X), Perm.R | Perm.W is Perm.RW)
print(repr(Perm(0)), Perm.NONE, repr(Perm.R & Perm.W), repr(Perm.R ^ Perm.RW), ~Perm.R, repr(~Perm.RW), bool(Perm.NONE), bool(Perm.R))
print(Perm.R in Perm.RW, Perm.X in Perm.RW, Perm.RW in Perm.R, list(Perm.RW), len(Perm.RW), list(Perm.NONE), list(Perm.R | Perm.X))
print(Perm(7), Perm(5).name, Perm(5).value, str(Perm.R | Perm.X), dict(Perm.__members__), f"{Perm.RW}", Perm["RW"], Perm.R == 1)
print([m.value for m in Perm], Perm(3) is Perm.RW, hash(Perm.R | Perm.X) == hash(Perm(5)), ~Perm(0), Perm(-1), ~~Perm.R)
for bad in (lambda: Perm(8), lambda: Perm("x"), lambda: Perm.R | 2, lambda: 1 in Perm.R, lambda: Perm.R < Perm.W):
    try:
        print(bad())
    except (ValueError, TypeError) as error:
        print(type(error).__name__)


class Empty(Flag):
    pass


class Weird(Flag):
    A = 1
    B = 4


print(list(Empty), repr(Empty(0)), ~Weird.A, repr(Weird(5)), Weird.__members__["B"])
