from itertools import tee, zip_longest

one, two = tee([1, 2, 3])
print(next(one), next(one), next(two), list(one), list(two))
a, b, c = tee(iter("xyz"), 3)
print(list(c), next(a), list(b), list(a), tee([], 0))
pair = tee("pq")
again = tee(pair[0])
print(list(again[0]), list(again[1]), list(pair[1]))
print(list(zip_longest("ABCD", "xy", fillvalue="-")), list(zip_longest([1], [], [2, 3])), list(zip_longest()))
print(list(zip_longest([], [])))
try:
    tee([], -1)
except ValueError as error:
    print(type(error).__name__)
