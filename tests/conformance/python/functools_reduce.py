from functools import reduce
import operator

print(reduce(operator.add, [1, 2, 3, 4]), reduce(operator.mul, range(1, 6), 10))
print(reduce(lambda a, b: f"({a}{b})", "abcd"), reduce(operator.add, [], "empty"))
print(reduce(lambda a, b: a + [b], iter("xy"), []), reduce(max, [3]))
try:
    reduce(operator.add, [])
except TypeError as error:
    print(type(error).__name__)
print(reduce(lambda a, b: a + b, [[1], [2], [3]], None or [0]))
