class N:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return isinstance(other, N) and self.v == other.v

    def __lt__(self, other):
        if not isinstance(other, N):
            return NotImplemented
        return self.v < other.v

    def __repr__(self):
        return f"N({self.v})"


print(N(1) == N(1), N(1) != N(1), N(1) == 1, N(1) != 2, N(1) < N(2), N(1) > N(2))
print(sorted([N(3), N(1), N(2)]), max(N(1), N(5), N(2)), min([N(4), N(2)]))
for action in [lambda: N(1) <= N(2), lambda: N(1) < 3, lambda: 3 < N(1), lambda: hash(N(1)), lambda: {N(1): 2},
               lambda: 1 < "a", lambda: [] < (), lambda: None < None, lambda: {} < {}, lambda: 1j < 2j,
               lambda: object() < object()]:
    try:
        print(action())
    except TypeError as error:
        print(error)


class H(N):
    __hash__ = N.__hash__


class I(N):
    def __hash__(self):
        return hash(self.v)


print(H.__hash__, {I(1): "a"}[I(1)], len({I(1), I(1), I(2)}), hash(I(5)) == hash(5))


class Odd:
    def __eq__(self, other):
        return "eq"

    def __ne__(self, other):
        return "ne"

    def __gt__(self, other):
        return []


print(Odd() == 1, 1 == Odd(), Odd() != 1, 1 != Odd(), Odd() > 1, 1 < Odd(), not Odd() > 1)
print(N(1) in [N(1)], [N(1), N(2)].index(N(2)), [N(1)] == [N(1)], (N(1),) < (N(2),), {"a": N(1)} == {"a": N(1)})


class Base:
    def __eq__(self, other):
        print("Base eq")
        return NotImplemented

    def __lt__(self, other):
        print("Base lt")
        return True


class Derived(Base):
    def __eq__(self, other):
        print("Derived eq")
        return True

    def __gt__(self, other):
        print("Derived gt")
        return False


print(Base() == Derived(), Base() < Derived(), Derived() == Base())
b = Base()
print(b == b, b != b, b == 3)
nan = float("nan")
print(nan == nan, nan in [nan], [nan] == [nan], nan != nan)
print(1 == 1.0 == True, "a" < "b" <= "b" > "A", 1 < 2 > 1 != 0)
print(object() == object(), hash(None) == hash(None), hash("a") == hash("a"), hash(1) == hash(1.0) == hash(True))
