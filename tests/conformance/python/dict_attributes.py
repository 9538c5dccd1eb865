class A:
    shared = []
    count = 0

    def __init__(self):
        self.x = 1


a = A()
print(a.__dict__, vars(a) is a.__dict__)
a.__dict__["y"] = 2
a.z = 3
print(a.y, a.__dict__, sorted(vars(a)))
del a.x
print(a.__dict__, "x" in a.__dict__)
a.__dict__.update(x=9)
print(a.x)
a.__dict__ = {"only": 1}
print(a.only, hasattr(a, "y"))
print(type(A.__dict__).__name__, "shared" in A.__dict__, A.__dict__["count"], A.__dict__.get("nothing"))
try:
    A.__dict__["new"] = 1
except TypeError as error:
    print(error)
A.new = 5
print(A.__dict__["new"], a.new)
try:
    a.__dict__ = 5
except TypeError as error:
    print(error)
print(sorted(k for k in A.__dict__ if not k.startswith("__")))
b = A()
print([setattr(b, "v%d" % i, i) for i in range(20)][0], b.v19, len(b.__dict__), list(b.__dict__)[:3])
