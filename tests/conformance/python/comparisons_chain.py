def v(x):
    print("v", x)
    return x


print(v(1) < v(2) < v(3), v(3) < v(2) < v(1), 1 < 2 > 1 != 5 == 5, 1 in [1] == True, (1 in [1]) == True)


class Rich:
    def __init__(self, n):
        self.n = n

    def __eq__(self, o):
        return isinstance(o, Rich) and self.n == o.n

    def __hash__(self):
        return hash(self.n)

    def __le__(self, o):
        return self.n <= o.n


a, b = Rich(1), Rich(2)
print(a == Rich(1), a != b, a <= b, b >= a, {a: "x"}[Rich(1)], a in [b, Rich(1)], len({a, b, Rich(2)}), [a, b].index(Rich(2)))
try:
    a < b
except TypeError as error:
    print(error)


class Same:
    def __eq__(self, o):
        return True


print(Same() == 5, 5 == Same(), Same() != 5, [Same()] == [7], Same() in [], 5 in [Same()])
try:
    hash(Same())
except TypeError as error:
    print(error)
print((1, 2) < (1, 2, 0), [] < [0], "a" < "B", (1, "a") == (1.0, "a"), None == 0, None is None, not None, 1 <= 1.0, float("nan") != float("nan"), [1, [2]] <= [1, [3]])
x = y = [1]
print(x is y, x == [1], x is not [1], () is (), "" == "", 0 == False, 1 is 1)
