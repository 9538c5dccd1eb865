class count:
    def __init__(self, f):
        self.f = f
        self.calls = 0

    def __call__(self, *args, **kwargs):
        self.calls += 1
        return self.f(*args, **kwargs)

    def __get__(self, instance, owner):
        if instance is None:
            return self
        return lambda *args: self(instance, *args)


@count
def add(a, b=1):
    return a + b


class Box:
    def __init__(self, v):
        self.v = v

    @count
    def get(self, d=0):
        return self.v + d


print(add(1), add(2, b=5), add.calls)
print(Box(3).get(), Box(4).get(2), Box.get.calls)


def register(cls):
    cls.registered = True
    register.all.append(cls.__name__)
    return cls


register.all = []


@register
class A:
    pass


@register
class B(A):
    registered = False


print(register.all, A.registered, B.registered)
buttons = [lambda f: f, lambda f: (lambda: "replaced")]


@buttons[1]
def f():
    return 1


@(lambda g: g())
def value():
    return 42


print(f(), value)
