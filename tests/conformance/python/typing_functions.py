import typing
from typing import (TYPE_CHECKING, AnyStr, NewType, TypeVar, cast, final, no_type_check, overload)

if TYPE_CHECKING:
    from nowhere import Nothing

UserId = NewType("UserId", int)
print(UserId(5), UserId.__name__, UserId.__supertype__, UserId)
print(cast(int, "a"), cast("Nothing", [1]), TYPE_CHECKING, AnyStr, AnyStr.__constraints__)


@overload
def f(x: int) -> int: ...


@overload
def f(x: str) -> str: ...


def f(x):
    return x


print(f(1), f("a"))


@final
class Last:
    @final
    def method(self):
        return 1


@no_type_check
def untyped(x: "not a type"):
    return x


print(Last().method(), Last.__final__, untyped(3))


@overload
def alone(x: int): ...


try:
    alone(1)
except NotImplementedError as error:
    print(error)
print(typing.List[int], typing.Text, typing.TypeVar("A").__name__, hasattr(typing, "Nope"))
try:
    typing.Nope
except AttributeError as error:
    print(error)
