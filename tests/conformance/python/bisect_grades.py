import bisect


def grade(score, breaks=(60, 70, 80, 90), grades="FDCBA"):
    return grades[bisect.bisect(breaks, score)]


print([grade(score) for score in (33, 99, 77, 70, 89, 90, 100)])
items = []
for n in (5, 2, 8, 2, 9, 1):
    bisect.insort(items, n)
print(items, bisect.bisect_left(items, 2), bisect.bisect_right(items, 2), bisect.bisect([], 3))
