from typing import (Any, Annotated, Callable, ClassVar, DefaultDict, Deque, Dict, Final, FrozenSet, Generator,
                    Iterable, Iterator, List, Literal, Mapping, NoReturn, Optional, OrderedDict, Sequence,
                    Set,
                    Text, Tuple, Type, TypeVar, Union)

for shown in [Any, Callable, ClassVar, Dict, Final, List, Literal, NoReturn, Optional, Tuple, Type, Union,
              Iterable, Sequence, Mapping, Text]:
    print(shown)
for shown in [List[int], List[None], List["Net"], Dict[str, Any], Optional[int], Union[int, str],
              Union[int, None],
              Union[int, str, None], Union[int], Union[int, int], Union[int, Union[str, float]],
              Optional[None],
              Optional["Net"], Tuple[()], Tuple[int], Tuple[int, ...], Tuple[int, List[str]],
              Callable[[int], str],
              Callable[..., str], Callable[[], None], Callable[[int, str], List[int]],
              Literal["a", 1, None, True],
              Literal[1, Literal[2, 1]], Final[int], ClassVar[int], Type[int], Set[str], FrozenSet[int],
              Annotated[int, "meta", 1], Annotated[Annotated[int, "a"], "b"], Iterable[int], Iterator[str],
              Sequence[float], Mapping[str, int], Generator[int, str, bool], DefaultDict[str, int],
              Deque[int],
              OrderedDict[str, int], List[List[Optional[int]]], Dict[str, Tuple[int, ...]]]:
    print(shown)


class Net:
    class Inner:
        pass


T = TypeVar("T")
K = TypeVar("K", bound=Net)
V = TypeVar("V", int, str)
C = TypeVar("C", covariant=True)
X = TypeVar("X", contravariant=True)
print(List[Net], Optional[Net.Inner], List[T], Dict[K, V], C, X, [T, K])
print(K.__bound__, V.__constraints__, T.__constraints__, T.__bound__, T.__name__, C.__covariant__)
