from typing import List, TypedDict, is_typeddict


class Options(TypedDict):
    name: str
    sizes: List[int]


class More(Options, total=False):
    depth: int


o = Options(name="a", sizes=[1])
print(o, type(o), o == {"name": "a", "sizes": [1]})
print(Options.__annotations__, More.__annotations__, Options.__total__, More.__total__)
print(sorted(More.__required_keys__), sorted(More.__optional_keys__), is_typeddict(More), is_typeddict(dict))
print(More(name="x", depth=1), Options.__name__)
Call = TypedDict("Call", {"f": str, "n": int})
print(Call(f="x", n=1), Call.__annotations__, Call.__name__)
try:
    isinstance({}, Options)
except TypeError as error:
    print(error)
