a = [1, 2]
print(a + [3], a * 2, 2 * a, a * 0, a * -1, [] + [])
b = a
b += (3, 4)
b *= 2
print(a, b is a)
print([1, 2] == [1, 2], [1, 2] != [1, 2], [1, 2] < [1, 3], [1] < [1, 0], [2] > [1, 5], [1, 2] <= [1, 2],
      [] >= [])
print([1, 2.0, True] == [1.0, 2, 1], [1] == (1,), [1] != (1,))
print(2 in [1, 2], 3 not in [1, 2], "a" in ["b"], None in [None])
nested = [1, [2, [3]]]
nested.append(nested)
print(nested)


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: [1] + (2,))
attempt(lambda: [1] + 2)
attempt(lambda: [1] * 1.5)
attempt(lambda: [1] * [2])
attempt(lambda: [1] - [1])
attempt(lambda: [1] < ["a"])
attempt(lambda: [1] < (2,))
attempt(lambda: {[]: 1})
attempt(lambda: hash([]))


class Add:
    def __radd__(self, other):
        return ("radd", other)

    def __rmul__(self, other):
        return ("rmul", other)

    def __eq__(self, other):
        return True

    __hash__ = None


print([1] + Add(), [1] * Add(), [1] == [Add()], Add() in [7], [7].index(Add()))
