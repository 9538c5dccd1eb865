from typing import Any, ForwardRef, List, Optional, TypeVar, Union

T = TypeVar("T")
print(int | List[int], List[int] | None, List[int] | str, "Net" | List[int], Optional[int] | str)
print(T | None, int | T, T | List[T], Union[int, str] | None, Union[int, List[int]] | float)
print(Union[List[int], List[int]], Union[int, "Net"], Union[int, float, complex].__args__)
print((int | None) == Optional[int], Union[int, str] == int | str, Optional[int].__args__)
print(isinstance(1, Union[int, str]), isinstance("a", Optional[int]), isinstance(None, Optional[int]))
print(isinstance(1.5, (str, Union[int, None])), issubclass(int, Union[int, str]))


def f(x: Optional[int] = None, y: Union[int, str] = 1, *, z: "int | None" = None) -> Optional[List[int]]:
    return None


print(f.__annotations__["x"], f.__annotations__["y"], f.__annotations__["z"], f.__annotations__["return"])
print(ForwardRef("A") == ForwardRef("A"), ForwardRef("A") == ForwardRef("B"), ForwardRef("A"))
