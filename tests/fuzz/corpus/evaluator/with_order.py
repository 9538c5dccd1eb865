class M:
    def __init__(self, name, swallow=False, fail=""):
        self.name, self.swallow, self.fail = name, swallow, fail

    def __enter__(self):
        print("enter", self.name)
        if self.fail == "enter":
            raise RuntimeError(self.name)
        return self.name.upper()

    def __exit__(self, kind, value, tb):
        print("exit", self.name, kind and kind.__name__, value, tb is not None)
        if self.fail == "exit":
            raise KeyError(self.name)
        return self.swallow


with M("a") as a, M("b") as b:
    print(a, b)
with (M("c") as c, M("d"),):
    print(c)
with M("e", swallow=True), M("f"):
    raise ValueError("x")
try:
    with M("g", swallow=True), M("h", fail="enter"):
        print("never")
    print("swallowed")
    with M("i", fail="exit"):
        raise ValueError("first")
except KeyError as error:
    print(error, repr(error.__context__))


def f():
    with M("j"):
        return "returned"


print(f())
for i in range(3):
    with M(str(i), swallow=True):
        if i == 0:
            continue
        if i == 2:
            break
        raise ValueError(i)
with M("t") as (x):
    print(x)
d = {}
with M("s") as d["k"], M("uv") as (p, q):
    print(d, p, q)
try:
    with 5:
        pass
except TypeError as error:
    print(error)


class Half:
    def __enter__(self):
        return 1


try:
    with Half():
        pass
except TypeError as error:
    print(error)
