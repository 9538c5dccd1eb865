from itertools import combinations, combinations_with_replacement, permutations

print(["".join(p) for p in permutations("ABC")], list(permutations("AB", 1)), list(permutations([], 0)))
print(["".join(p) for p in permutations("ABCD", 2)], list(permutations("A", 2)))
print(["".join(c) for c in combinations("ABCD", 2)], list(combinations("AB", 3)), list(combinations("AB", 0)))
print(["".join(c) for c in combinations_with_replacement("ABC", 2)], list(combinations_with_replacement("", 0)))
print(len(list(combinations(range(8), 4))), len(list(permutations(range(5)))))
for function in (combinations, permutations, combinations_with_replacement):
    try:
        function("AB", -1)
    except ValueError as error:
        print(type(error).__name__)
