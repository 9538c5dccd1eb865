def managed(name):
    print("open", name)
    try:
        yield name
    finally:
        print("close", name)


for x in managed("a"):
    print("in", x)
b = managed("b")
for x in b:
    break
b.close()
print("after break")
g = managed("c")
print(next(g))
g.close()
print("closed")


def returns_in_finally():
    try:
        yield 1
        raise ValueError("lost")
    finally:
        return 5


g = returns_in_finally()
next(g)
try:
    next(g)
except StopIteration as stop:
    print(stop.value)


def nested():
    for i in range(3):
        try:
            if i == 1:
                continue
            yield i
        finally:
            print("finally", i)


print(list(nested()))


def context():
    try:
        yield 1
    except ValueError as error:
        raise KeyError("from") from error


g = context()
next(g)
try:
    g.throw(ValueError("cause"))
except KeyError as error:
    print(repr(error), repr(error.__cause__))
