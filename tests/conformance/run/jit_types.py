from typing import Dict, List, NamedTuple, Optional, Tuple

import torch


class Point(NamedTuple):
    x: torch.Tensor
    y: int


@torch.jit.script
def pair(a: int, b: float) -> Tuple[float, int]:
    return a + b, a // 2


@torch.jit.script
def table(names: List[str], scale: Optional[float] = None) -> Dict[str, float]:
    out: Dict[str, float] = {}
    for i, name in enumerate(names):
        value = float(i)
        if scale is not None:
            value = value * scale
        out[name] = value
    return out


@torch.jit.script
def point(p: Point) -> Point:
    return Point(p.x * 2, p.y + 1)


@torch.jit.script
def words(text: str) -> List[str]:
    return [word.upper() for word in text.split(" ")]


@torch.jit.script
def fib(n: int) -> int:
    a, b = 0, 1
    while n > 0:
        a, b = b, a + b
        n -= 1
    return a


print(pair(7, 0.5))
print(table(["a", "b"]), table(["x", "y", "z"], 1.5), table(names=["q"], scale=2.0))
print(point(Point(torch.ones(2), 3)))
print(words("the quick brown fox"))
print(fib(50))
try:
    pair("a", 1.0)
except RuntimeError:
    print("RuntimeError")
print(pair.schema if False else pair.name, pair.qualified_name)
