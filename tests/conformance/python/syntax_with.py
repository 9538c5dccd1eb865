class Manager:
    def __init__(self, name, suppress=False, value=None):
        self.name, self.suppress, self.value = name, suppress, value

    def __enter__(self):
        print("enter", self.name)
        return self.value or self

    def __exit__(self, kind, error, trace):
        print("exit", self.name, kind.__name__ if kind else None, error)
        return self.suppress


with Manager("a") as a, Manager("b", value=(1, 2)) as (x, y):
    print(a.name, x, y)
with Manager("s", True):
    raise ValueError("gone")
print("after")
try:
    with Manager("o", False), Manager("i"):
        raise KeyError("k")
except KeyError as e:
    print("kept", e)


def leave(kind):
    for i in range(3):
        with Manager(f"{kind}{i}"):
            if kind == "return":
                return i
            if kind == "break":
                break
            if kind == "continue":
                continue
    return "end"


print(leave("return"), leave("break"), leave("continue"))
with (Manager("p") as p, Manager("q") as q):
    print(p.name + q.name)
for bad in (1, object()):
    try:
        with bad:
            pass
    except TypeError as e:
        print(e)


class Half:
    def __enter__(self):
        return self


try:
    with Half():
        pass
except TypeError as e:
    print(e)


class Raises:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        raise RuntimeError("from exit")


try:
    with Raises():
        raise ValueError("inner")
except RuntimeError as e:
    print(e, repr(e.__context__))
