class A:
    def __add__(self, o):
        return "A.add"

    def __radd__(self, o):
        return "A.radd"

    def __eq__(self, o):
        return "A.eq"

    def __lt__(self, o):
        return "A.lt"


class B(A):
    def __radd__(self, o):
        return "B.radd"

    def __gt__(self, o):
        return "B.gt"


class C:
    def __add__(self, o):
        return NotImplemented

    def __rsub__(self, o):
        return f"C.rsub {o}"


print(A() + A(), A() + B(), B() + A(), 1 + A(), A() + 1, C() + A(), 5 - C(), A() == 1, 1 == A(), A() < 1, 1 > A(), A() < B(), A() != 1)
for f in (lambda: C() + C(), lambda: C() + 1, lambda: 1 + C(), lambda: C() - 1, lambda: C() < C(), lambda: A() > 1j, lambda: C() @ C()):
    try:
        print(f())
    except TypeError as error:
        print(error)


class I:
    def __init__(self):
        self.log = []

    def __getattr__(self, name):
        raise AttributeError(name)

    def __iadd__(self, o):
        self.log.append(("iadd", o))
        return self

    def __imul__(self, o):
        return "replaced"


i = I()
j = i
i += 1
print(i is j, i.log)
i *= 2
print(i, j.log)


class L(list):
    def __add__(self, o):
        return "L.add"


print(L([1]) + [2], [2] + L([1]), type(L([1]) * 2).__name__, L([1]) == [1])
