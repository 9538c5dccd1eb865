class Manager:
    def __init__(self, name, swallow=False):
        self.name = name
        self.swallow = swallow

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, kind, value, traceback):
        print("exit", self.name, kind.__name__ if kind else None, value)
        return self.swallow


with Manager("a") as a, Manager("b"):
    print("inside", a.name)
with Manager("s", True):
    raise ValueError("swallowed")
try:
    with Manager("o"):
        raise KeyError("out")
except KeyError as error:
    print("caught", error)


def returns():
    with Manager("r"):
        return "value"


print(returns())
for i in range(2):
    with Manager(i):
        if i == 0:
            continue
        break
try:
    with 3:
        pass
except TypeError as error:
    print(error)


class NoExit:
    def __enter__(self):
        return 1


try:
    with NoExit():
        pass
except TypeError as error:
    print(error)
