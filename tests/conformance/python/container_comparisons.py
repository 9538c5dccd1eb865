values = [[], [1], [1, 2], [2], [1, [2]], [1, [3]]]
operators = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b,
             "!=": lambda a, b: a != b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}
for name, compare in operators.items():
    print(name, [int(compare(a, b)) for a in values[:4] for b in values[:4]])
print([1, [2]] < [1, [3]], (1, "a") < (1, "b"), ((1, 2), 3) == ((1, 2), 3), [(1,)] == [[1]])
print({"a": [1]} == {"a": [1]}, {1: {2: 3}} != {1: {2: 4}}, {1, 2} == frozenset((2, 1)), [{1}] == [{1}])
print(1 < 2 < 3, [1] < [2] < [0], (1, 2, 3) > (1, 2), not [] == [], [] is not None)


class Odd:
    def __init__(self, log, n):
        self.log, self.n = log, n

    def __eq__(self, other):
        self.log.append(("eq", self.n))
        return self.n == other.n

    def __lt__(self, other):
        self.log.append(("lt", self.n))
        return self.n < other.n


log = []
a = [Odd(log, i) for i in range(3)]
b = [Odd(log, i) for i in (0, 1, 5)]
print(a == b, log)
log.clear()
print(a < b, log)
log.clear()
print(a[0] in b, log)
log.clear()
print(a == a, log, a[0] in a, log)
print(tuple(a) == tuple(b), log)


class Reply:
    def __eq__(self, other):
        return "truthy"

    def __lt__(self, other):
        return []


print([Reply()] == [1], [Reply()] < [Reply()], (Reply(),) == (2,), [Reply()].count(3), Reply() in [4])
