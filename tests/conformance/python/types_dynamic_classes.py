import types

C = type("C", (), {"x": 1, "get": lambda self: self.x})
c = C()
c.shout = types.MethodType(lambda self: f"x={self.x}", c)
print(c.get(), c.shout(), C.__name__, C.__bases__, isinstance(C.get, types.FunctionType), isinstance(c.get, types.MethodType))
n = types.SimpleNamespace(**{"k": 1})
n.__dict__.update(m=2)
print(n, sorted(vars(n)), getattr(n, "z", None))
view = types.MappingProxyType(d := {"a": 1})
d["b"] = 2
print(view["b"], len(view), list(view), "a" in view, view.get("z"), view | {"c": 3})
