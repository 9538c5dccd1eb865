# Classes are hashable, compare by identity, and can be created in loops.
classes = [type(f"C{i}", (), {"i": i}) for i in range(3)]
table = {cls: cls.i for cls in classes}
print([table[cls] for cls in classes], classes[0] == classes[0], classes[0] == classes[1], classes[1] in table)


def make(n):
    class Local:
        value = n

        def get(self):
            return self.value + n

    return Local


A, B = make(1), make(2)
print(A().get(), B().get(), A is B, A.__name__ == B.__name__, A.__qualname__)


class Counter:
    count = 0

    def __init__(self):
        Counter.count += 1
        type(self).last = self

    def __del__(self):
        pass


Counter()
Counter()
print(Counter.count, isinstance(Counter.last, Counter))


class Node:
    def __init__(self, value, *children):
        self.value = value
        self.children = list(children)
        self.parent = None
        for child in children:
            child.parent = self

    def walk(self):
        yield self.value
        for child in self.children:
            yield from child.walk()

    def __iter__(self):
        return iter(self.children)


tree = Node(1, Node(2, Node(3)), Node(4))
print(list(tree.walk()), [c.value for c in tree], tree.children[0].children[0].parent.value)


class Shared:
    items = []
    number = 0


x, y = Shared(), Shared()
x.items.append(1)
x.number += 5
print(y.items, y.number, x.number, Shared.number, "number" in x.__dict__, "items" in x.__dict__)


class Meta(type):
    pass


class WithBody(metaclass=Meta):
    for i in range(3):
        exec_order = i
    del i
    if True:
        chosen = "yes"
    squares = [n * n for n in range(3)]

    def method(self):
        return __class__


print(WithBody.exec_order, WithBody.chosen, WithBody.squares, WithBody().method() is WithBody, hasattr(WithBody, "i"))


def decorator(cls):
    cls.decorated = True
    return cls


@decorator
class Decorated:
    pass


print(Decorated.decorated)


class _Private:
    __x = 1

    def get(self):
        return self.__x, _Private.__x


print(_Private().get(), [n for n in vars(_Private) if "x" in n])
