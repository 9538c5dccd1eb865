from operator import attrgetter, itemgetter, methodcaller


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def scaled(self, by, *, plus=0):
        return self.x * by + plus, self.y * by + plus


point = Point(1, Point(2, 3))
print(attrgetter("x")(point), attrgetter("y.x", "y.y")(point), itemgetter(1)("abc"), itemgetter(2, 0)("abc"))
print(itemgetter("k")({"k": 5}), itemgetter(slice(1, 3))("abcd"), methodcaller("scaled", 2, plus=1)(Point(1, 2)))
print(repr(attrgetter("x", "y.z")), repr(itemgetter(1, "a")), repr(methodcaller("scaled", 2, plus=1)))
print(sorted([(2, "b"), (1, "c"), (3, "a")], key=itemgetter(1)), methodcaller("upper")("abc"))
for bad in (lambda: attrgetter(3), lambda: attrgetter("z")(point), lambda: itemgetter("q")({}), lambda: itemgetter()):
    try:
        bad()
    except (TypeError, AttributeError, KeyError) as error:
        print(type(error).__name__)
