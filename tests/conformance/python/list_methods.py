a = [3, 1, 2]
a.append(4)
a.extend([5, 6])
a.extend(x * 10 for x in range(3))
a.extend("ab")
a.extend(a)
print(a, len(a))
a = [1, 2, 3]
a.insert(0, "first")
a.insert(100, "last")
a.insert(-1, "before last")
print(a)
print(a.pop(), a.pop(0), a.pop(-1), a)
a.remove(2)
print(a, a.index(3), [1, 2, 1, 1].count(1), [5, 6, 5].index(5, 1))
b = a.copy()
b.reverse()
print(a, b, a is b)
a.clear()
print(a, bool(a), not a)
print(list("abc"), list((1, 2)), list({"x": 1, "y": 2}), list(range(3)), list())


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: [].pop())
attempt(lambda: [1].pop(5))
attempt(lambda: [1].remove(2))
attempt(lambda: [1].index(2))
attempt(lambda: [1].index("x"))
attempt(lambda: [1][3])
attempt(lambda: [1]["a"])
attempt(lambda: [1].insert("a", 1))
attempt(lambda: list(1))
attempt(lambda: list(1, 2))
attempt(lambda: list(x=1))
attempt(lambda: [1].append())
attempt(lambda: [1].append(1, 2))
attempt(lambda: [].sort(1))
attempt(lambda: [].nothing)
