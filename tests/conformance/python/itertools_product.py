from itertools import product

print(list(product("AB", [1, 2])), list(product()), list(product([], "x")))
print(["".join(row) for row in product("01", repeat=3)], len(list(product(range(3), range(4), repeat=2))))
print(list(product("ab")), list(product("ab", repeat=0)))
try:
    product("a", repeat=-1)
except ValueError as error:
    print(type(error).__name__)
for a, b, c in product([1, 2], "x", (True, False)):
    print(a, b, c)
