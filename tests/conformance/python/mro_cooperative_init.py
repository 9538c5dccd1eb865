class Root:
    def __init__(self, **kw):
        print("Root", sorted(kw))

    def parts(self):
        return ["root"]


class Named(Root):
    def __init__(self, *, name="none", **kw):
        super().__init__(**kw)
        self.name = name

    def parts(self):
        return super().parts() + [self.name]


class Sized(Root):
    def __init__(self, *, size=0, **kw):
        super().__init__(**kw)
        self.size = size

    def parts(self):
        return super().parts() + [self.size]


class Both(Named, Sized):
    def __init__(self, **kw):
        super().__init__(**kw)
        print("Both", self.name, self.size)


class Swapped(Sized, Named):
    pass


print(Both(name="n", size=3).parts(), Swapped(size=1, name="s").parts())
try:
    Both(color=1)
except TypeError as error:
    print(error)


class Mixin:
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag


class Tagged(Mixin, Root, tag="t"):
    pass


class Sub(Tagged):
    pass


print(Tagged.tag, Sub.tag)
try:
    class Bad(Root, tag=1):
        pass
except TypeError as error:
    print(error)
