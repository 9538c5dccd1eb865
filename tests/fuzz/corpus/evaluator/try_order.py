def f(kind):
    out = []
    try:
        out.append("try")
        if kind == 1:
            raise ValueError
        if kind == 2:
            raise KeyError
        if kind == 3:
            return out + ["returned"]
    except ValueError:
        out.append("value")
    except (KeyError, IndexError) as error:
        out.append(type(error).__name__)
    else:
        out.append("else")
    finally:
        out.append("finally")
    return out


print([f(k) for k in range(4)])


def g():
    try:
        return "try"
    finally:
        print("finally")


def h():
    try:
        return "try"
    finally:
        return "finally"


def loop():
    for i in range(5):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            yield i
        finally:
            yield f"f{i}"
    else:
        yield "else"


def swallowed():
    while True:
        try:
            raise ValueError
        finally:
            break
    return "swallowed"


def nested():
    try:
        try:
            raise ValueError("a")
        finally:
            print("inner")
    except ValueError as error:
        try:
            raise KeyError("b")
        except KeyError as other:
            return repr(other.__context__), other.__context__ is error
    finally:
        print("outer")


print(g(), h(), list(loop()), swallowed(), nested())


def in_else():
    try:
        pass
    except ValueError:
        print("no")
    else:
        raise ValueError("else")
    finally:
        print("f")


try:
    in_else()
except ValueError as error:
    print(error)
x = 1
try:
    raise ValueError("gone")
except ValueError as x:
    pass
try:
    x
except NameError as error:
    print(error)
