class Stack(list):
    def __init__(self, items=(), name="stack"):
        super().__init__(items)
        self.name = name

    def push(self, item):
        self.append(item)
        return self

    def __getitem__(self, index):
        if isinstance(index, str):
            return self.name + index
        return super().__getitem__(index)

    def __repr__(self):
        return "Stack(" + super().__repr__() + ")"


s = Stack([1, 2], name="n")
s.push(3).push(4)
print(s, len(s), s[0], s["!"], s[1:], s.name)
print(isinstance(s, list), type(s).__name__, s == [1, 2, 3, 4], s + [5], list(s))
s[0] = 10
del s[1]
print(s, 10 in s, s.__len__(), s.__contains__(3))
print(type(s.copy()).__name__, type(s * 2).__name__, sorted(s, reverse=True))


class Loud(list):
    def append(self, item):
        print("append", item)
        super().append(item)

    def __len__(self):
        return 100

    def __iter__(self):
        return iter(["from", "iter"])


loud = Loud([1])
loud.append(2)
print(len(loud), list(loud), [*loud], loud[1])


class Empty(list):
    pass


e = Empty((1, 2))
print(e, Empty.__mro__[1], e.__class__.__name__, bool(Empty()))
print(list.append, list.__name__, [].__class__)
