a = list(range(10))
print(a[2:5], a[:3], a[-3:], a[::2], a[::-1], a[8:2:-2], a[100:], a[:-100], a[5:2])
a[2:4] = "xyz"
print(a)
a[:0] = [-1]
a[len(a):] = [99]
print(a)
a[::3] = [0] * len(a[::3])
print(a)
del a[1:3]
del a[::4]
del a[0]
print(a)
del a[-1:0:-2]
print(a)
b = [1, 2, 3]
b[1:1] = b
print(b)
b[:] = []
print(b)


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


def assign(index, value):
    c = [1, 2, 3, 4]
    c[index] = value
    return c


def remove(index):
    c = [1, 2, 3, 4]
    del c[index]
    return c


attempt(lambda: assign(slice(0, 4, 2), [1]))
attempt(lambda: assign(slice(0, 4, 2), 5))
attempt(lambda: assign(slice(0, 2), 5))
attempt(lambda: assign(9, 5))
attempt(lambda: assign("a", 5))
attempt(lambda: remove(9))
attempt(lambda: remove(-1))
attempt(lambda: remove(slice(None, None, -1)))
attempt(lambda: a[::0])
attempt(lambda: a["a":])
attempt(lambda: a[1.5])


class Index:
    def __index__(self):
        return 1


print([4, 5, 6][Index()], [4, 5, 6][Index():], [4, 5, 6][True])
