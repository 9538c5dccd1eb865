class Name(str):
    def __eq__(self, o):
        return str.lower(self) == str.lower(o)

    def __hash__(self):
        return hash(str.lower(self))

    def __getitem__(self, i):
        return "<" + super().__getitem__(i) + ">"

    def __format__(self, spec):
        return f"N{spec}"

    def __contains__(self, x):
        return False

    def __iter__(self):
        return iter([1, 2])

    def __len__(self):
        return 42

    def __add__(self, o):
        return "added"

    def __mod__(self, o):
        return "modded"


n = Name("Abc")
print(n == "ABC", {n: 1}["aBC".lower()] if hash("abc") == hash(n) else "", n[0], f"{n:x}", "b" in n, list(n), len(n), n + "z", n % 1, "x" + n, n.upper(), type(n.upper()).__name__, str(n), repr(n), "".join([n]))


class D(dict):
    def __getitem__(self, k):
        return "got " + str(k)

    def __contains__(self, k):
        return True

    def get(self, k, d=None):
        return "own get"


d = D(a=1)
print(d["zz"], "q" in d, d.get("a"), dict(d), list(d), {**d}, "%(a)s" % d, "{a}".format(**d), "{x}".format_map(d), len(d), d == {"a": 1})


class L(list):
    def append(self, x):
        super().append(x * 2)

    def __getitem__(self, i):
        return "item"


l = L([1])
l.append(5)
l += [7]
print(l, l[0], list(l), [*l], l.pop(), sorted(l), l.copy(), type(l.copy()).__name__, type(l[:]).__name__, max(l))


class F(float):
    def __str__(self):
        return "F!"


class B(int):
    def __bool__(self):
        return False

    def __repr__(self):
        return "B!"


print(F(1.5), repr(F(1.5)), F(1.5) + 1, bool(B(5)), B(5), [B(1)], B(5) + 1, "%d" % B(5), f"{B(5)}", f"{F(2.5)}", hash(B(3)) == 3, B(3) == 3)
