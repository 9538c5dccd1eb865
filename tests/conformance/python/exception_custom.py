class MyError(Exception):
    def __init__(self, code, detail="none"):
        super().__init__(f"code {code}")
        self.code = code
        self.detail = detail


class Silent(Exception):
    def __init__(self, a, b):
        self.a = a


class WithStr(ValueError):
    def __str__(self):
        return "str of " + repr(self.args)


class Deep(MyError, KeyError):
    pass


try:
    raise MyError(4)
except MyError as error:
    print(error, repr(error), error.code, error.detail, error.args)
print(Silent(1, 2).args, str(Silent(1, 2)), repr(Silent(1, 2)))
print(WithStr(1), repr(WithStr(1)), f"{WithStr('x')}", Deep(3), isinstance(Deep(1), LookupError))
try:
    MyError()
except TypeError as error:
    print(error)
for bad in [3, "text", int, None]:
    try:
        raise bad
    except TypeError as error:
        print(error)
try:
    try:
        raise ValueError("first")
    except ValueError as first:
        raise KeyError("second") from first
except KeyError as error:
    print(repr(error.__cause__), repr(error.__context__), error.__suppress_context__)
try:
    try:
        raise ValueError("first")
    except ValueError:
        raise KeyError("second")
except KeyError as error:
    print(error.__cause__, repr(error.__context__), error.__suppress_context__)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        {}["x"]
except KeyError as error:
    print(repr(error.__context__))
try:
    raise ValueError("no context") from None
except ValueError as error:
    print(error.__cause__, error.__suppress_context__)
e = ValueError("v")
e.__cause__ = KeyError("c")
print(repr(e.__cause__), e.__suppress_context__)
try:
    e.__cause__ = 3
except TypeError as error:
    print(error)


def nested():
    try:
        return "try"
    finally:
        print("finally")


print(nested())


def reraises():
    try:
        raise IndexError("i")
    except IndexError:
        try:
            raise
        finally:
            print("cleanup")


try:
    reraises()
except LookupError as error:
    print("caught", repr(error))
try:
    raise
except RuntimeError as error:
    print(error)
try:
    try:
        pass
    except ValueError:
        pass
    else:
        raise TypeError("from else")
    finally:
        print("always")
except (KeyError, TypeError) as error:
    print(error)
try:
    error
except NameError as e2:
    print(e2)
try:
    assert 1 == 2, "message"
except AssertionError as error:
    print(error, error.args)
try:
    assert []
except AssertionError as error:
    print(error.args)
