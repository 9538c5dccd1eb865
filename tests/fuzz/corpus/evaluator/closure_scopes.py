x = "global"


def f():
    print(x)

    class C:
        print(x)
        x = "class"
        print(x)

        def m(self):
            return x
    print(C.x, C().m())


f()


def g():
    try:
        print(x)
        x = 1
    except UnboundLocalError as error:
        print(error)


g()


def h():
    global x, y
    x = "changed"
    y = "new"


h()
print(x, y)


def k():
    x = "local"

    class C:
        y = x
        x = "class"
        z = [x for _ in range(1)]
        w = [v for v in (x,)]
    return C.y, C.x, C.z, C.w


try:
    print(k())
except NameError as error:
    print(error)


def n():
    v = 1

    def inner():
        global v
        v = 2
        return v
    return inner(), v


print(n(), v)


def late(a=x, *, b=y):
    return a, b


x = "again"
print(late(), sorted(locals())[-1] == "y", "late" in globals())
