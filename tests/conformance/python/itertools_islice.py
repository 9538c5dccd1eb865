from itertools import islice

print(list(islice("ABCDEFG", 2)), list(islice("ABCDEFG", 2, 4)), list(islice("ABCDEFG", 2, None)))
print(list(islice("ABCDEFG", 0, None, 2)), list(islice("ABCDEFG", 1, 6, 2)), list(islice("AB", 5)))
for args in ((3,), (2, 5), (5, 2), (0,), (1, 9, 3), (4, 4)):
    source = iter(range(10))
    print(args, list(islice(source, *args)), list(source))
for args in ((-1,), (1, -2), (1, 2, 0), ("x",)):
    try:
        islice([], *args)
    except ValueError as error:
        print(type(error).__name__)
