class Config(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name)

    def __setattr__(self, name, value):
        self[name] = value


c = Config(a=1)
c.b = 2
print(c, c.a, c.b, c["b"], hasattr(c, "zz"), isinstance(c, dict), len(c))


class Default(dict):
    def __missing__(self, key):
        self[key] = made = [key]
        return made


d = Default()
d["x"].append(1)
print(d, d["y"], d.get("z"), "z" in d, sorted(d))


class Upper(dict):
    def __init__(self, *args, **kwargs):
        super().__init__()
        self.update(*args, **kwargs)

    def __setitem__(self, key, value):
        super().__setitem__(key.upper(), value)

    def __getitem__(self, key):
        return super().__getitem__(key.upper())

    def __contains__(self, key):
        return super().__contains__(key.upper())


u = Upper()
u["abc"] = 1
print(u, u["Abc"], "aBC" in u, u.get("abc"), u.get("ABC"))
print(type(c.copy()).__name__, type(c | {}).__name__, Config.fromkeys("ab"),
      type(Config.fromkeys("a")).__name__)
print(c == {"a": 1, "b": 2}, {**c}, dict(c), list(c.items()))


class Counting(dict):
    def __len__(self):
        return 42


print(len(Counting()), bool(Counting()), dict.__len__(Counting()))


def f(**kwargs):
    return kwargs


print(f(**c), f(**Upper(q=1)))


class Mapping:
    def keys(self):
        return ["k1", "k2"]

    def __getitem__(self, key):
        return key * 2


print(dict(Mapping()), {**Mapping()}, f(**Mapping()))
