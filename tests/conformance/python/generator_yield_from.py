def inner(log):
    try:
        while True:
            got = yield len(log)
            if got is None:
                return "finished"
            log.append(got)
    except KeyError:
        log.append("key")
        return "key"
    finally:
        log.append("end")


def outer(log):
    first = yield from inner(log)
    log.append(first)
    second = yield from [10, 20]
    log.append(second)
    third = yield from inner(log)
    return third


log = []
g = outer(log)
print(next(g), g.send("a"), g.send("b"), g.send(None), next(g), next(g))
try:
    g.throw(KeyError)
except StopIteration as stop:
    print(stop.value, log)


def flat(tree):
    for item in tree:
        if isinstance(item, list):
            yield from flat(item)
        else:
            yield item


print(list(flat([1, [2, [3, [], [4]], 5], 6])))


class Own:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration("own")


def use():
    value = yield from Own()
    yield value


print(list(use()), [*flat("ab")])


def closing():
    try:
        yield from inner2()
    finally:
        print("outer end")


def inner2():
    try:
        yield 1
    finally:
        print("inner end")


g = closing()
next(g)
g.close()
