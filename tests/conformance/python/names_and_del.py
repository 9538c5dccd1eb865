a = b = c = [1]
del a
try:
    a
except NameError as error:
    print(error)
b += [2]
print(c, b is c)
d = {"k": 1, "l": 2}
del d["k"], b[0]
print(d, b)
(e, f), g = [1, 2], 3
del (e, f), g
try:
    g
except NameError as error:
    print(error.name)


def local():
    v = 1
    del v
    try:
        return v
    except UnboundLocalError as error:
        return str(error)


print(local())


class C:
    x = 1
    y = 2
    del x


print(hasattr(C, "x"), C.y)
del C.y
try:
    del C.y
except AttributeError as error:
    print(error)


def gen():
    global made
    made = 1


gen()
print(made)
del made
print("made" in globals())
i: int = 5
j: "undefined"
print(i)
try:
    j
except NameError as error:
    print(error)
x = 1
def f():
    x = 2
    def g():
        nonlocal x
        x = 3
        def h():
            global x
            x = 4
        h()
        return x
    return g(), x
print(f(), x)
print((y := 5) + y, [z := 1, z + 1], (lambda: (w := 3) + w)())
_, __ = 1, 2
print(_ + __, __name__, type(__doc__).__name__)
try:
    undefined.attribute
except NameError as error:
    print(error)
try:
    print.missing
except AttributeError as error:
    print(error)
if True:
    inside = "visible"
print(inside)
