class S:
    def __getitem__(self, key):
        return key

    def __setitem__(self, key, value):
        print("set", key, value)

    def __delitem__(self, key):
        print("del", key)


s = S()
print(s[1], s[1:2], s[::3], s[1, 2], s[1:2, ::-1], s[...], s[()], s[:, None], s[-1:])
s[1:2] = 5
s[0, :] = "x"
del s[::2]
s[3] = s[4] = 7
text = "0123456789"
print(text[::-1], text[7:2:-2], text[-3:], text[:-3], text[100:], text[-100:3], text[5:5], text[::4])
a = list(range(10))
a[2:5] = "ab"
print(a)
a[::3] = [0] * len(a[::3])
print(a)
del a[1::2]
print(a)
a[len(a):] = (7, 8)
a[:0] = [-1]
a[1:1] = range(2)
print(a)
try:
    a[::2] = [1]
except ValueError as error:
    print(error)
for f in (lambda: a["x"], lambda: a[1.0], lambda: (1,)[5], lambda: a[::0], lambda: "abc"[9]):
    try:
        f()
    except (TypeError, IndexError, ValueError) as error:
        print(type(error).__name__, error)
print(slice(1, 5, 2).indices(4), slice(None).indices(3), slice(-2, None, -1).indices(5), slice(1, 2) == slice(1, 2), repr(slice(3)))
x = [1, 2, 3]
x[0], x[1:] = x[2], [x[0]]
print(x, a[-1:], a[:: -1][:2], bytes(range(5))[1:3], range(10)[2:8:3], (1, 2, 3)[::-1])
i = 0
i, x[i] = 1, 9
print(i, x)
