def tag(name):
    print("made", name)

    def decorate(f):
        print("applied", name, f.__name__)

        def inner(*args):
            return f"{name}({f(*args)})"
        inner.__name__ = name + "_" + f.__name__
        return inner
    return decorate


@tag("a")
@tag("b")
def work(x):
    return x * 2


print(work(3), work.__name__)


class C:
    @tag("m")
    def method(self, y):
        return y

    @staticmethod
    @tag("s")
    def static(y):
        return y

    @classmethod
    @tag("c")
    def of_class(cls, y):
        return cls.__name__ + str(y)


print(C().method(1), C.static(2), C.of_class(3), C().of_class(4))
