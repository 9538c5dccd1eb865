def cause():
    try:
        1 / 0
    except ZeroDivisionError as error:
        raise ValueError("outer") from error


def hidden():
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError("hidden") from None


def context():
    try:
        {}["a"]
    except KeyError:
        [][0]


for f in (cause, hidden, context):
    try:
        f()
    except Exception as error:
        print(repr(error), repr(error.__cause__), repr(error.__context__), error.__suppress_context__)


def reraise():
    try:
        raise ValueError("first")
    except ValueError:
        try:
            raise KeyError("second")
        except KeyError:
            pass
        raise


try:
    reraise()
except ValueError as error:
    print("again", error, error.__context__)
try:
    raise
except RuntimeError as error:
    print(error)
try:
    raise ValueError from KeyError
except ValueError as error:
    print(repr(error.__cause__))
try:
    raise ValueError from 5
except TypeError as error:
    print(error)
try:
    raise 5
except TypeError as error:
    print(error)
try:
    try:
        raise ValueError
    except 5:
        pass
except TypeError as error:
    print(error)


class Odd(Exception):
    def __init__(self, a, b=2):
        super().__init__(a)
        self.b = b

    def __str__(self):
        return f"odd {self.args} {self.b}"


try:
    raise Odd(1, b=3)
except Odd as error:
    print(error, repr(error), error.args)
error = ValueError(1, "two")
print(str(error), repr(error), str(ValueError()), str(KeyError("k")), error.args)
try:
    assert 1 == 2, "message"
except AssertionError as error:
    print(error)
try:
    assert False
except AssertionError as error:
    print(repr(error))
