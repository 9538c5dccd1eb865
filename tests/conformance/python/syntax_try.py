log = []


def returns(kind):
    try:
        log.append("try")
        if kind == 1:
            return "try"
        if kind == 2:
            raise ValueError("v")
        if kind == 3:
            raise KeyError("k")
    except ValueError as e:
        log.append(str(e))
        return "except"
    else:
        log.append("else")
        return "else"
    finally:
        log.append("finally")


print(returns(0), returns(1), returns(2))
try:
    returns(3)
except KeyError as e:
    print("got", e)
print(log)


def override():
    try:
        return 1
    finally:
        return 2


def swallow():
    try:
        raise ValueError
    finally:
        return "swallowed"


def in_loop():
    out = []
    for i in range(4):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            out.append(i)
        finally:
            out.append(-i)
    return out


def nested():
    out = []
    for i in range(3):
        try:
            try:
                if i == 0:
                    raise ValueError(i)
                if i == 1:
                    continue
                return out
            except ValueError:
                out.append("v")
                continue
            finally:
                out.append(f"inner {i}")
        finally:
            out.append(f"outer {i}")


print(override(), swallow(), in_loop(), nested())
try:
    try:
        1 / 0
    except ZeroDivisionError as first:
        raise ValueError("second") from first
except ValueError as e:
    print(type(e.__cause__).__name__, e.__cause__, e.__suppress_context__)
try:
    try:
        [][1]
    except IndexError:
        {}["x"]
except KeyError as e:
    print(type(e.__context__).__name__, e.__context__, e.__cause__)
try:
    try:
        int("x")
    except ValueError:
        raise
except ValueError as e:
    print("reraised", e)
try:
    raise
except RuntimeError as e:
    print(e)
try:
    e
except NameError as error:
    print(error)


def unbound():
    try:
        raise ValueError
    except ValueError as x:
        pass
    try:
        return x
    except UnboundLocalError as error:
        return str(error)


print(unbound())
for exc in (ValueError, KeyError(1), TypeError("t", 2)):
    try:
        raise exc
    except (ValueError, KeyError) as e:
        print("first", repr(e))
    except Exception as e:
        print("second", repr(e), e.args)
try:
    raise 1
except TypeError as e:
    print(e)
try:
    raise ValueError from 1
except TypeError as e:
    print(e)
try:
    try:
        raise ValueError("x")
    except 5:
        pass
except TypeError as e:
    print(e)


def deep(n):
    return deep(n + 1)


try:
    deep(0)
except RecursionError as e:
    print("recursion", str(e)[:32])
