import collections.abc
from typing import (Annotated, Any, Callable, Dict, Final, ForwardRef, Generic, List, Literal, Optional,
                    Sequence,
                    Tuple, Type, TypeVar, Union, get_args, get_origin, get_type_hints)

T = TypeVar("T")
K = TypeVar("K")


class Box(Generic[T]):
    pass


for shown in [List[int], Dict[str, int], Optional[int], Union[int, str], Tuple[int, ...],
              Callable[[int, str], bool],
              Callable[..., int], Literal[1, "a"], Final[int], Sequence[int], List, int, list[int],
              int | str, Generic, Generic[T], Box, Box[int], Any, T, Type[int], Tuple[()], 5]:
    print(get_origin(shown), get_args(shown))
print(List[int].__origin__, List[int].__args__, List.__origin__, Optional[int].__origin__,
      List[int].__module__)
print(List[T].__parameters__, Dict[K, T].__parameters__, Dict[K, List[T]].__parameters__,
      List[int].__parameters__)
print(List[T][int], Dict[K, T][str, int], Optional[T][int], Callable[[T], K][int, str],
      Union[T, None, K][int, str])
print(List[Callable[[T], T]][int], Tuple[T, ...][int], List[List[T]][str])
print(List[int] == List[int], List[int] == List[str], Union[int, str] == Union[str, int],
      Optional[int] == Union[None, int])
print(hash(Union[int, str]) == hash(Union[str, int]), {List[int]: "x"}[List[int]], List[int] == list[int])
print(List[int] is not None, List == List, List is List, Any is Any, Annotated[int, 1].__metadata__)
print(List["Box"].__args__[0] == ForwardRef("Box"), ForwardRef("Box").__forward_arg__)
print(isinstance([], List), isinstance({}, Dict), isinstance((), Tuple), issubclass(list, List),
      isinstance(5, List))


def f(a: int, b: "str", c: Optional["Box"] = None, *args: List["int"]) -> "Dict[str, Box[int]]":
    pass


class Shape:
    x: int
    y: "List[int]"


class Sub(Shape):
    z: Optional[str] = None


print(get_type_hints(f))
print(get_type_hints(Sub), Sub.__annotations__)


def attempt(g):
    try:
        print(g())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: List[int, str])
attempt(lambda: Dict[int])
attempt(lambda: Optional[int, str])
attempt(lambda: Union[()])
attempt(lambda: List[int][str])
attempt(lambda: List())
attempt(lambda: List[int]())
attempt(lambda: Any())
attempt(lambda: Optional())
attempt(lambda: Union[int, str]())
attempt(lambda: isinstance(1, List[int]))
attempt(lambda: isinstance(1, Any))
attempt(lambda: Annotated[int])
attempt(lambda: TypeVar("Q", int))
