from itertools import dropwhile, pairwise, takewhile

print(list(takewhile(lambda x: x < 5, [1, 4, 6, 4, 1])), list(dropwhile(lambda x: x < 5, [1, 4, 6, 4, 1])))
print(list(pairwise("ABCD")), list(pairwise("A")), list(pairwise([])))
source = iter(range(10))
print(list(takewhile(lambda x: x < 3, source)), next(source))
print(list(dropwhile(lambda x: True, [1, 2])), list(takewhile(bool, [])))
