x = "module"


class A:
    """Doc of A."""
    x = "class"
    y = [x, x + "!"]
    if len(y) == 2:
        z = "conditional"
    for i in range(3):
        pass
    try:
        1 / 0
    except ZeroDivisionError as error:
        caught = str(error)
    with open(__file__) if False else __import__("contextlib").nullcontext(5) as five:
        pass

    def method(self):
        return x

    class Inner:
        x = "inner"

        def get(self):
            return self.x, x
    alias = method
    del y
    lam = lambda self: self.z
    print("in body", __qualname__, __module__, i)


print(A.__doc__, A.x, hasattr(A, "y"), A.z, A.i, A.caught, A.five, A().method(), A.Inner().get(), A().alias(), A().lam(), A.Inner.__qualname__, A.method.__qualname__)
print([k for k in vars(A) if not k.startswith("__")], A.__name__, A.__module__, A.__bases__, A.__dict__["x"])
A.added = lambda self, v: (self.__class__.__name__, v)
a = A()
a.x = "instance"
print(a.added(1), a.x, A.x, vars(a), a.__dict__, A.__class__, isinstance(a, object))
del a.x
print(a.x)


def outer(v):
    class Local:
        value = v

        def get(self):
            return v, self.value
    return Local


print(outer(1)().get(), outer(2).__qualname__, outer(1) is outer(1))


class B(A):
    x = A.x + "+"
    __private = 5

    def private(self):
        return self.__private

    @staticmethod
    def __hidden():
        return "h"

    def call(self):
        return B.__hidden()


print(B.x, B().private(), B().call(), [k for k in vars(B) if "rivate" in k or "idden" in k], B._B__private)
try:
    B().__private
except AttributeError as error:
    print(error)
class Empty: pass
class Call(Empty, ): ...
print(Empty() == Empty(), Empty.__doc__, Call.__mro__[1].__name__, type("Dyn", (A,), dict(x=9))().x)
