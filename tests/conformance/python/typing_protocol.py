from typing import Protocol, SupportsFloat, SupportsInt, TypeVar, runtime_checkable

T = TypeVar("T", covariant=True)


@runtime_checkable
class Closes(Protocol):
    def close(self) -> None:
        ...


class Reads(Protocol[T]):
    def read(self) -> T:
        ...


class File:
    def close(self):
        return "closed"


class Both(Closes, Reads[int]):
    def read(self):
        return 5


print(isinstance(File(), Closes), isinstance(5, Closes), issubclass(File, Closes), issubclass(int, Closes))
print(Both().read(), isinstance(Both(), Closes), [c.__name__ for c in Both.__mro__])
print(isinstance(1, SupportsInt), isinstance("a", SupportsInt), isinstance(1.5, SupportsFloat))


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: Closes())
attempt(lambda: isinstance(File(), Reads))
print(Reads[int], Closes, Reads.__parameters__)
