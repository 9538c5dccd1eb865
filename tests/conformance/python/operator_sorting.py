from functools import reduce
from operator import add, attrgetter, itemgetter, methodcaller, mul

rows = [{"n": "b", "v": 2}, {"n": "a", "v": 2}, {"n": "c", "v": 1}]
print(sorted(rows, key=itemgetter("v", "n")), list(map(itemgetter("n"), rows)), reduce(mul, map(itemgetter("v"), rows)))
print(list(map(add, [1, 2], [10, 20])), sorted(["b", "A", "c"], key=methodcaller("lower")), max(rows, key=itemgetter("v"))["n"])
print(sorted([3 + 1j, 1 + 5j], key=attrgetter("imag")), list(map(attrgetter("real"), [1, 2.5, 3j])))
