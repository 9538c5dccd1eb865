class Key:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return len(self.name)

    def __eq__(self, other):
        return isinstance(other, Key) and self.name == other.name

    def __repr__(self):
        return "K" + self.name


d = {Key(n): n for n in ["a", "b", "cc", "dd", "a"]}
print(d, d[Key("b")], Key("dd") in d, Key("zz") in d)
for i in range(30):
    d[Key("n%d" % i)] = i
print(len(d), d[Key("n29")], d.pop(Key("n0")), Key("n0") in d)


class Unhashable:
    def __eq__(self, other):
        return True


class Identity:
    pass


try:
    {Unhashable(): 1}
except TypeError as error:
    print(error)
one, other = Identity(), Identity()
e = {one: 1, other: 2}
print(e[one], e[other], len(e), Identity() in e)


class Bad:
    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise ValueError("compared")


f = {Bad(): 1}
try:
    f[Bad()]
except ValueError as error:
    print(error)
try:
    f[1]
except ValueError as error:
    print(error)


class Word(str):
    pass


g = {"a": 1}
g[Word("a")] = 2
print(g, Word("a") in g, type(list(g)[0]).__name__, g[Word("a")])


class Shout(str):
    def __hash__(self):
        return hash(self.upper())

    def __eq__(self, other):
        return self.upper() == other.upper()


h = {Shout("x"): 1}
print(Shout("X") in h, {None: 1, Ellipsis: 2, int: 3}[int], {(): 1}[()], {frozenset([1]): 2}[frozenset([1])])
