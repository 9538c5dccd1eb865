def count(n):
    for i in range(n):
        got = yield i
        if got:
            print("got", got)
    return "end"


g = count(3)
print(next(g), g.send("a"), next(g))
try:
    next(g)
except StopIteration as e:
    print("stop", e.value)


def outer():
    result = yield from count(2)
    print("result", result)
    yield from [10, 20]
    yield from "ab"


print(list(outer()), sum(count(4)), list(x * x for x in count(3) if x))


def closing():
    try:
        yield 1
        yield 2
    finally:
        print("closed")


c = closing()
print(next(c))
c.close()
print(list(c))


def handles():
    while True:
        try:
            yield "ready"
        except ValueError as e:
            yield f"caught {e}"


h = handles()
print(next(h), h.throw(ValueError("v")), next(h))
try:
    h.throw(KeyError("k"))
except KeyError as e:
    print("out", e)


def inner():
    try:
        yield 1
    except ValueError:
        yield "inner caught"
    return "r"


def delegating():
    r = yield from inner()
    yield r


d = delegating()
print(next(d), d.throw(ValueError), next(d))


def bad():
    yield 1
    raise StopIteration("x")


try:
    list(bad())
except RuntimeError as e:
    print(e)
b = (i for i in range(3))
print(next(b), list(b), type(b).__name__, count.__name__)
try:
    count(1).send(1)
except TypeError as e:
    print(e)


def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


print([x for x, _ in zip(fib(), range(10))], 3 in fib(), max(count(5)))


class Tree:
    def __init__(self, *kids):
        self.kids = kids

    def __iter__(self):
        yield self
        for kid in self.kids:
            yield from kid


print(len(list(Tree(Tree(), Tree(Tree())))))


async def coro(x):
    return x + 1


async def chain():
    a = await coro(1)
    b = await coro(a)
    return a, b


try:
    chain().send(None)
except StopIteration as e:
    print(e.value)


class Later:
    def __await__(self):
        got = yield "waiting"
        return got * 2


async def waits():
    return await Later()


w = waits()
print(w.send(None))
try:
    w.send(21)
except StopIteration as e:
    print(e.value)


class Async:
    def __init__(self):
        self.i = 0

    async def __aenter__(self):
        print("aenter")
        return self

    async def __aexit__(self, *a):
        print("aexit", a[0])
        return True

    def __aiter__(self):
        return self

    async def __anext__(self):
        self.i += 1
        if self.i > 3:
            raise StopAsyncIteration
        return self.i


async def uses():
    out = []
    async with Async() as a:
        async for x in a:
            out.append(x)
        else:
            out.append("else")
        raise ValueError
    return out + [y async for y in Async()]


try:
    uses().send(None)
except StopIteration as e:
    print(e.value)


def ctx():
    try:
        raise ValueError("handled")
    except ValueError:
        yield 1
        try:
            raise
        except ValueError as e:
            yield f"again {e}"


print(list(ctx()))
