def loops():
    out = []
    for i in range(5):
        if i == 1:
            continue
        if i == 4:
            break
        out.append(i)
    else:
        out.append("never")
    for i in []:
        pass
    else:
        out.append("else")
    n = 3
    while n:
        n -= 1
        if n == 1:
            continue
        out.append(n)
    else:
        out.append("done")
    while True:
        break
    else:
        out.append("no")
    return out


def choose(a, b):
    return "both" if a and b else "one" if a or b else "none"


print(loops())
print(choose(1, 1), choose(0, 1), choose(0, 0))
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 > 1 != 0, 1 < 1 < [].missing if False else "short")
print(not 1, not 0, 0 or "x", 1 and "y", None or 0 or [], "a" and "" and "b")


def order(tag, value):
    print(tag, end=" ")
    return value


print(order("a", 1) < order("b", 2) < order("c", 0) < order("d", 5))
print(order("x", 0) and order("y", 1) or order("z", 2))
if (n := len("hello")) > 3:
    print("walrus", n)
print([y for x in range(5) if (y := x * x) > 3], y)
i = 0
while i < 10:
    i += 1
    if i % 2:
        continue
    for j in range(i):
        if j == 3:
            break
    else:
        print("no break for", i)
assert True, "fine"
try:
    assert 1 == 2, f"wrong {1}"
except AssertionError as error:
    print("assertion", error)
try:
    assert []
except AssertionError as error:
    print("bare", repr(error))
