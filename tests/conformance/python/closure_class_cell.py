class A:
    def name(self):
        return __class__.__name__

    @classmethod
    def make(cls):
        return __class__, cls

    @staticmethod
    def own():
        return __class__

    def listed(self):
        return [__class__ for _ in range(2)]


class B(A):
    def name(self):
        return super().name() + "/" + __class__.__name__


print(B().name(), B.make(), A.own(), B().listed())


def make(base):
    class Made(base):
        def __init__(self, *args):
            super().__init__(*args)
            self.args = args

        def length(self):
            def inner():
                return super(Made, self).__len__()
            return inner()
    return Made


L = make(list)
print(L([1, 2, 3]).length(), L([1]).args, make(dict)({"a": 1}).length())


class Meta(type):
    def __new__(mcs, name, bases, space):
        cls = super().__new__(mcs, name, bases, space)
        cls.made_by = __class__.__name__
        return cls


class C(metaclass=Meta):
    def who(self):
        return __class__


print(C.made_by, C().who() is C)
