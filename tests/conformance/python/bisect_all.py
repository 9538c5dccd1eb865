from bisect import bisect, bisect_left, bisect_right, insort, insort_left

a = [1, 3, 3, 5]
print([bisect_left(a, x) for x in range(7)], [bisect_right(a, x) for x in range(7)], bisect(a, 3, 2), bisect_left(a, 3, 0, 1))
insort(a, 3)
insort_left(a, 0)
print(a)
pairs = [("a", 1), ("b", 3)]
insort(pairs, ("c", 2), key=lambda pair: pair[1])
print(pairs, bisect_left(pairs, 3, key=lambda pair: pair[1]))
try:
    bisect([], 1, -1)
except ValueError as error:
    print(type(error).__name__)
