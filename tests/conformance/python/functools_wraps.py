from functools import WRAPPER_ASSIGNMENTS, update_wrapper, wraps


def decorate(function):
    @wraps(function)
    def wrapper(*args, **kwargs):
        """Wrapper's own text."""
        return ["wrapped", function(*args, **kwargs)]
    return wrapper


@decorate
def greet(name: str, mark="!") -> str:
    """Greets."""
    return "hello " + name + mark


print(greet("x"), greet("y", mark="?"))
print(greet.__name__, greet.__qualname__, greet.__doc__, greet.__annotations__, greet.__module__)
print(greet.__wrapped__("z"), WRAPPER_ASSIGNMENTS)


def source():
    pass


source.tag = 5


def target():
    pass


print(update_wrapper(target, source, assigned=("__name__", "__missing__")) is target, target.tag, target.__name__)
