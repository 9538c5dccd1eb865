from itertools import count, cycle, islice, repeat

print(list(islice(count(), 4)), list(islice(count(5, -2), 4)), list(islice(count(0.5, 0.25), 3)))
print(list(islice(cycle("ab"), 5)), list(cycle([])))
print(list(repeat("x", 3)), list(islice(repeat(1), 2)), list(repeat(1, -1)))
print(count(3), count(1, 2), repeat(4), repeat("y", 2))
numbers = count(10)
print(next(numbers), next(numbers), numbers)
print(list(map(pow, range(5), repeat(2))), list(zip("abc", count(1))))
