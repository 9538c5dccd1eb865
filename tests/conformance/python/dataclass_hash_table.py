from dataclasses import dataclass

for eq in (True, False):
    for frozen in (True, False):
        for unsafe in (True, False):
            @dataclass(eq=eq, frozen=frozen, unsafe_hash=unsafe)
            class C:
                x: int
            kind = "none" if C.__hash__ is None else "object's" if C.__hash__ is object.__hash__ else "fields'"
            print(eq, frozen, unsafe, kind)


@dataclass(frozen=True)
class Own:
    x: int

    def __hash__(self):
        return 7


print(hash(Own(1)), {Own(1), Own(1)} == {Own(1)})
try:
    dataclass(unsafe_hash=True)(type("D", (), {"__annotations__": {}, "__hash__": lambda self: 1}))
except TypeError as error:
    print(type(error).__name__)
