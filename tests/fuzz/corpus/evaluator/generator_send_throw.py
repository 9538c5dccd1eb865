def echo():
    got = None
    while True:
        try:
            got = yield got
            print("got", got)
        except ValueError as error:
            got = f"caught {error}"
        except GeneratorExit:
            print("closing")
            raise


g = echo()
print(next(g), g.send(1), g.send("two"), g.throw(ValueError("bad")), next(g))
g.close()
g.close()
try:
    next(g)
except StopIteration as stop:
    print("stopped", stop.value)


def returns():
    x = yield 1
    return x


g = returns()
next(g)
try:
    g.send("result")
except StopIteration as stop:
    print(stop.value)
g = returns()
try:
    g.send(1)
except TypeError as error:
    print(error)


def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield 2


g = stubborn()
next(g)
try:
    g.close()
except RuntimeError as error:
    print(error)


def stops():
    raise StopIteration(3)
    yield


try:
    next(stops())
except RuntimeError as error:
    print(error, type(error.__cause__).__name__)
g = returns()
try:
    g.throw(KeyError("early"))
except KeyError as error:
    print("early", error, g.gi_running)
print(list(g))


def again():
    yield from me
    yield 1


me = again()
try:
    next(me)
except ValueError as error:
    print(error)
