def counter():
    n = 0

    def up(by=1):
        nonlocal n
        n += by
        return n

    def reset():
        nonlocal n
        n = 0
    return up, reset


up, reset = counter()
print(up(), up(5), reset(), up())
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
fs = [lambda i=i: i for i in range(3)]
print([f() for f in fs])
gs = []
for i in range(3):
    def g(k):
        return i * k
    gs.append(g)
i = 10
print([g(2) for g in gs])
print(up.__closure__[0].cell_contents, up.__code__.co_freevars, reset.__code__.co_freevars)


def outer():
    def inner():
        return late
    try:
        inner()
    except NameError as error:
        print(error)
    late = 1
    return inner()


print(outer())


def deep(a):
    def b():
        def c():
            def d():
                nonlocal a
                a += 1
                return a
            return d
        return c
    return b()()


d = deep(1)
print(d(), d())


def deleted():
    x = 1

    def read():
        return x
    del x
    try:
        read()
    except NameError as error:
        print(type(error).__name__, error)


deleted()
