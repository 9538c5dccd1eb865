from collections.abc import Mapping, MutableMapping, MutableSequence, MutableSet, Sequence


class Digits(Sequence):
    def __init__(self, text):
        self.text = text

    def __len__(self):
        return len(self.text)

    def __getitem__(self, index):
        return int(self.text[index])


class Items(MutableSequence):
    def __init__(self, items=()):
        self.items = list(items)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, value):
        self.items[i] = value

    def __delitem__(self, i):
        del self.items[i]

    def insert(self, i, value):
        self.items.insert(i, value)


d = Digits("31415")
print(list(d), 4 in d, 9 in d, d.index(1), d.index(1, 2), d.count(1), list(reversed(d)))
items = Items("abc")
items.append("d")
items.extend("ef")
items.reverse()
print(items.items, items.pop(), items.pop(0), items.remove("c"), items.items)
items += ["z"]
items.clear()
print(items.items, len(items))
try:
    d.index(7)
except ValueError as error:
    print(type(error).__name__)
for cls in (Sequence, Mapping, MutableMapping, MutableSet):
    try:
        cls()
    except TypeError as error:
        print(cls.__name__, sorted(cls.__abstractmethods__))
