import contextlib


def drive(coroutine):
    steps = []
    try:
        while True:
            steps.append(coroutine.send(None))
    except StopIteration as stop:
        return steps, stop.value


class Wait:
    def __init__(self, v):
        self.v = v

    def __await__(self):
        got = yield self.v
        return self.v * 2


async def inner(x):
    return x + await Wait(x)


async def outer():
    a = await inner(1)
    b = await inner(a)
    return a, b


print(drive(outer()))


class Range:
    def __init__(self, n):
        self.n, self.i = n, 0

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.i >= self.n:
            raise StopAsyncIteration
        self.i += 1
        await Wait("tick")
        return self.i


async def agen(n):
    for i in range(n):
        yield i
        await Wait(i)


class Manager:
    async def __aenter__(self):
        print("aenter")
        return self

    async def __aexit__(self, *exc):
        print("aexit", exc[0])
        return True


async def main():
    out = [x async for x in Range(3) if x != 2]
    async for v in agen(3):
        out.append(v)
    else:
        out.append("else")
    async with Manager() as m:
        raise ValueError
    out.append({k: await inner(k) for k in (1, 2)})
    return out


print(drive(main()))


@contextlib.asynccontextmanager
async def manager():
    print("in")
    yield 5
    print("out")


async def use():
    async with manager() as v:
        return v


print(drive(use()))
c = inner(1)
print(type(c).__name__, type(agen(1)).__name__, inner.__name__)
c.close()
try:
    drive(Wait)
except AttributeError as error:
    print(type(error).__name__)


async def fails():
    await 5


try:
    drive(fails())
except TypeError as error:
    print(error)
