class Plain:
    def __get__(self, instance, owner):
        return ("plain", instance is None, owner.__name__)


class Data:
    def __set_name__(self, owner, name):
        self.name = name
        print("set_name", owner.__name__, name)

    def __get__(self, instance, owner):
        if instance is None:
            return self
        return ("data", instance.__dict__.get(self.name))

    def __set__(self, instance, value):
        print("set", self.name, value)
        instance.__dict__[self.name] = value

    def __delete__(self, instance):
        print("delete", self.name)
        del instance.__dict__[self.name]


class A:
    plain = Plain()
    data = Data()


a = A()
print(a.plain, A.plain)
a.plain = 3
print(a.plain, a.__dict__)
print(a.data)
a.data = 4
print(a.data, a.__dict__)
del a.data
print(a.data, isinstance(A.data, Data))
a.__dict__["data"] = 9
print(a.data)


class ReadOnly:
    def __get__(self, instance, owner):
        return 1

    def __set__(self, instance, value):
        raise AttributeError("read-only")


class B:
    x = ReadOnly()


try:
    B().x = 2
except AttributeError as error:
    print(error)
try:
    del B().x
except AttributeError as error:
    print(error)
B.x = 5
print(B.x, B().x)
