import copy
import weakref


class Thing:
    def __init__(self, name):
        self.name = name

    def method(self):
        return self.name


a, b = Thing("a"), Thing("b")
r = weakref.ref(a)
print(r() is a, r == weakref.ref(a), r == weakref.ref(b), hash(r) == hash(a), weakref.proxy(a).name, isinstance(r, weakref.ReferenceType))
values = weakref.WeakValueDictionary({"a": a})
values["b"] = b
print(sorted(values), values["a"].name, len(values), "c" in values, values.get("c"), values.pop("b").name, values.setdefault("q", b).name)
keys = weakref.WeakKeyDictionary()
keys[a] = 1
keys[b] = 2
print([keys[k] for k in (a, b)], len(keys), a in keys, sum(keys.values()), sorted(k.name for k in keys), [r() is not None for r in keys.keyrefs()])
del keys[a]
print(len(keys), len(copy.copy(keys)), keys.get(a, "gone"))
s = weakref.WeakSet([a, b, a])
s.discard(b)
print(len(s), a in s, b in s, [x.name for x in s], len(s | {b}))
m = weakref.WeakMethod(a.method)
print(m()(), m == weakref.WeakMethod(a.method))
f = weakref.finalize(a, lambda x: x + 1, 4)
print(f.alive, f(), f.alive, f())
for bad in (lambda: weakref.ref(3), lambda: weakref.ref("s"), lambda: values["none"], lambda: weakref.WeakMethod(3)):
    try:
        bad()
    except (TypeError, KeyError) as error:
        print(type(error).__name__)
