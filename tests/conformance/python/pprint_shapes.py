from dataclasses import dataclass
from pprint import pformat, pprint, saferepr


@dataclass
class Point:
    x: int
    label: str


data = {"numbers": list(range(30)), "b": {"nested": ["word" * 5] * 4, "a": (1,)}, 3: None, "set": {1, 2, 3}}
pprint(data)
pprint(data, width=40)
pprint(data, depth=1)
pprint([[1, 2], {"a": 1}], width=5, indent=2)
print(pformat({"z": 1, "a": 2}), pformat({"z": 1, "a": 2}, sort_dicts=False), pformat([]), pformat(()), pformat((1,)))
print(pformat(list(range(20)), width=20, compact=True))
print(pformat([Point(1, "x" * 30), Point(2, "y" * 30)], width=40))
print(pformat({(i, i + 1): "v" * i for i in range(8)}, width=30))
print(saferepr({"b": 1, "a": [1]}), pformat({1: "a", "x": 2}), pformat(1234567, underscore_numbers=True))
