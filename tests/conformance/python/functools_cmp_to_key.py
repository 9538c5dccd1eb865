from functools import cmp_to_key


def by_last(a, b):
    return (a[-1] > b[-1]) - (a[-1] < b[-1])


print(sorted(["az", "by", "cx"], key=cmp_to_key(by_last)))
key = cmp_to_key(lambda a, b: b - a)
print(sorted([3, 1, 2], key=key), min([3, 1, 2], key=key), max([3, 1, 2], key=key))
print(key(1) < key(2), key(1) > key(2), key(1) == key(1), key(1) != key(2), key(1) <= key(1), key(1) >= key(2))
print(key(5).obj)
try:
    hash(key(1))
except TypeError as error:
    print(type(error).__name__)
