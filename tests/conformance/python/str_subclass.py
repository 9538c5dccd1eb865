class Name(str):
    def __new__(cls, text, age=0):
        self = super().__new__(cls, text)
        self.age = age
        return self

    def shout(self):
        return self.upper() + "!"


name = Name("ann", 5)
print(name, repr(name), name.shout(), name.age, type(name.upper()).__name__, name == "ann", hash(name) == hash("ann"), {"ann": 1}[name])
print(name + "x", type(name + "x").__name__, name[0], len(name), "n" in name, list(name), f"{name:>5}", "%s" % name, isinstance(name, str))
print(type(str(name)).__name__, ", ".join([name, name]), {name: 1}, sorted([Name("b"), Name("a")]), getattr(name, Name("age")))


class Loud(str):
    def __str__(self):
        return "LOUD"

    def __format__(self, spec):
        return "format:" + spec


print(Loud("x"), str(Loud("x")), f"{Loud('x'):abc}", "%s" % Loud("x"), "{:q}".format(Loud("y")), repr(Loud("x")), Loud("x") + "y")
