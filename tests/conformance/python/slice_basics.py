print(slice(3), slice(1, 2), slice(1, 10, 2), slice(None), slice("a", [1]))
s = slice(1, 10, 2)
print(s.start, s.stop, s.step, s.indices(5), slice(None, None, -1).indices(4), slice(-3, None).indices(10))
print(s == slice(1, 10, 2), s != slice(1), slice(1, 2) < slice(1, 3))
print("abcdef"[s], (1, 2, 3)[slice(1, None)], list(range(10))[slice(None, None, 3)])


class Shows:
    def __getitem__(self, index):
        return index


x = Shows()
print(x[1:2], x[:], x[::2], x[1:2, 3], x[..., None], x[()], x[1,], x[:, 0:1])


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: slice())
attempt(lambda: slice(1, 2, 3, 4))
attempt(lambda: hash(slice(1)))
attempt(lambda: {slice(1): 2})
attempt(lambda: slice(1, 2, 0).indices(5))
attempt(lambda: slice("a").indices(5))
attempt(lambda: s.indices(-1))
for length in (0, 1, 5):
    for start in (None, -7, -1, 0, 3, 9):
        for step in (None, 1, -1, 2, -3):
            print(slice(start, None, step).indices(length), slice(None, start, step).indices(length), end=" ")
    print()
