if (n := len("abc")) > 2:
    print(n)
print([y for x in range(4) if (y := x * x) > 1], y, (a := 1, b := a + 1), a, b)
while (line := input_lines.pop() if (input_lines := globals().setdefault("q", ["c", "b", "a"])) else None):
    print(line, end=" ")
print(line)
x = 5
print("big" if x > 3 else "small", ("a" if x else "b") + "c", x and "yes" or "no", not x or x, [i if i % 2 else -i for i in range(4)])
print((lambda v: "neg" if v < 0 else "zero" if v == 0 else "pos")(0), 1 if [] else 2 if {} else 3, None or 0 or "" or "last", 1 and [] and 2)


def side(v, log):
    log.append(v)
    return v


log = []
print(side(0, log) and side(1, log), side(1, log) or side(2, log), log)
print(any((hit := w).startswith("c") for w in ["ab", "cd", "ce"]), hit, {(k := "key"): 1}, k)


def f(p=(q := 10)):
    return p


print(f(), q, f"{(z := 3)} {z}", [last := v for v in "xyz"], last)
assert (ok := True)
print(ok, x if x else y, *(s := [1, 2]), s)
