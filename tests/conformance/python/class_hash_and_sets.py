class Key:
    def __init__(self, k):
        self.k = k

    def __hash__(self):
        return hash(self.k) % 2

    def __eq__(self, other):
        return isinstance(other, Key) and self.k == other.k

    def __repr__(self):
        return f"K{self.k}"


d = {Key(i): i for i in range(6)}
print(d, d[Key(3)], Key(9) in d, Key(5) in d, len({Key(1), Key(1), Key(3)}))
del d[Key(2)]
print(list(d), d.pop(Key(4)), d.get(Key(4)), sorted(v for v in d.values()))


class Raises:
    def __hash__(self):
        raise RuntimeError("no hash")


for bad in [lambda: {Raises(): 1}, lambda: {[]: 1}, lambda: {{}}, lambda: hash(set()), lambda: {(1, []): 2}, lambda: hash(slice(1)),
            lambda: {1} | {bytearray()}]:
    try:
        print(bad())
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__, error)


class Negative:
    def __hash__(self):
        return -1


print(hash(Negative()), hash(-1), hash(-2), hash(1.5) == hash(1.5), hash((1, 2)) == hash((1, 2)), hash(True), hash(2**40))


class Mutable:
    __hash__ = None


try:
    hash(Mutable())
except TypeError as error:
    print(error)


class Child(Key):
    def __eq__(self, other):
        return True


try:
    hash(Child(1))
except TypeError as error:
    print(error)
print(hash(object()) is not None, {object: 1, int: 2}[int], {None: 1}[None], {1: "a", True: "b", 1.0: "c"}, {"a": 1, "a": 2})
