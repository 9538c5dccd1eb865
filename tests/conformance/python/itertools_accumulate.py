from itertools import accumulate
import operator

print(list(accumulate([1, 2, 3, 4])), list(accumulate([1, 2, 3], operator.mul)), list(accumulate([], initial=5)))
print(list(accumulate([1, 2, 3], initial=100)), list(accumulate("abc")), list(accumulate([])))
print(list(accumulate([3, 1, 4, 1, 5], max)), list(accumulate([1, 2, 3], func=lambda a, b: a * 10 + b)))
