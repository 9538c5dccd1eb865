from typing import Any, Callable, ClassVar, Dict, Final, Generic, List, Literal, NamedTuple, Optional, Protocol, Tuple, TypedDict, TypeVar, Union, cast, get_args, get_origin, get_type_hints, overload, runtime_checkable

T = TypeVar("T")
print(List[int], Dict[str, List[int]], Optional[int], Union[int, str, int], Tuple[int, ...], Callable[[int], str], Literal[1, "a"], Any, list[int] | None, T)
print(get_origin(List[int]), get_args(Dict[str, int]), get_origin(Optional[int]) is Union, get_args(Callable[[int], str]), List[T][int], Union[int], Optional[None])


class Stack(Generic[T]):
    def __init__(self):
        self.items: List[T] = []

    def push(self, x: T) -> "Stack[T]":
        self.items.append(x)
        return self


s = Stack[int]().push(1).push(2)
print(s.items, Stack[int], Stack.__parameters__, get_type_hints(Stack.push)["x"])


class P(NamedTuple):
    x: int
    y: str = "d"

    def swap(self):
        return self.y, self.x


p = P(1)
print(p, p.x, p[1], p.swap(), p._replace(x=5), P._fields, p._asdict(), P._field_defaults, p == (1, "d"))


class M(TypedDict, total=False):
    a: int


print(M(a=1), M.__annotations__, M.__total__)


@runtime_checkable
class Sized(Protocol):
    def __len__(self) -> int: ...


print(isinstance([], Sized), isinstance(5, Sized), cast(int, "x"))


@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x):
    return x


print(f(1), f("a"), int | str, isinstance(1, int | str), list[int], type(list[int]).__name__, get_args(int | None))


def g(a: int, b: "Optional[str]" = None, *args: float, **kw: bool) -> List[int]:
    v: int = 5
    return [v]


print(g.__annotations__, get_type_hints(g), g(1))


class K:
    a: int
    b: ClassVar[str] = "x"
    c: Final = 3


print(K.__annotations__, hasattr(K, "a"))
try:
    isinstance([], List[int])
except TypeError as error:
    print(error)
