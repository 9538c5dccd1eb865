import types

for shown in [list[int], list["Net"], dict[str, int], tuple[int, ...], tuple[()], tuple[int, str], set[int],
              frozenset[str], type[int], list[list[int]], list[None], dict[str, list[tuple[int, int]]]]:
    print(shown)
for shown in [int | str, int | None, None | int, int | str | None, int | list[int], int | int,
              (int | str) | float,
              list[int] | None, str | (int | None)]:
    print(shown)
print(list[int]([1, 2]), dict[str, int](a=1), tuple[int, int]((1, 2)))
print(list[int].__origin__, list[int].__args__, dict[str, int].__args__, list[int].__parameters__)
print((int | str).__args__, (int | None).__args__)
print(isinstance(1, int | str), isinstance(None, int | None), isinstance(1.5, int | str),
      issubclass(bool, int | str))
print(list[int] == list[int], list[int] == list[str], list[int] != list[int], int | str == str | int)
print(hash(list[int]) == hash(list[int]), {list[int]: 1}[list[int]], hash(int | str) == hash(str | int))
print(type(list[int]) is types.GenericAlias, type(int | str) is types.UnionType, isinstance(list[int], type))


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: int | 1)
attempt(lambda: 1 | int)
attempt(lambda: None | None)
attempt(lambda: isinstance([1], list[int]))
attempt(lambda: list[int][str])
attempt(lambda: int[str])


class Ints(list[int]):
    pass


print(Ints.__mro__[1], Ints([1]), Ints.__orig_bases__)


def f(x: list[int], y: dict[str, int] | None = None) -> tuple[int, ...]:
    return x


print(f.__annotations__)
