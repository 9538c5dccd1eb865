from enum import Enum
from typing import Dict, List, NamedTuple, Optional, Tuple

import torch


class Color(Enum):
    RED = 1
    GREEN = 2


class Point(NamedTuple):
    x: int
    y: float = 0.5


@torch.jit.script
class Counter:
    def __init__(self, start: int):
        self.value = start
        self.history: List[int] = []

    def add(self, amount: int = 1) -> int:
        self.value += amount
        self.history.append(self.value)
        return self.value

    def __len__(self) -> int:
        return len(self.history)

    def __add__(self, other: int) -> int:
        return self.value + other


@torch.jit.script
def count(n: int) -> Tuple[int, List[int], int]:
    counter = Counter(10)
    for i in range(n):
        counter.add(i)
    return counter + 100, counter.history, len(counter)


@torch.jit.script
def name(color: Color) -> str:
    if color == Color.RED:
        return "rot"
    return color.name + str(color.value)


@torch.jit.script
def move(p: Point, by: Optional[int]) -> Point:
    if by is None:
        return Point(p.x, p.y + 1)
    return Point(p.x + by, p.y)


@torch.jit.script
def group(words: List[str]) -> Dict[int, List[str]]:
    found: Dict[int, List[str]] = {}
    for word in words:
        if len(word) in found:
            found[len(word)].append(word)
        else:
            found[len(word)] = [word]
    return found


@torch.jit.script
def first_or(values: List[int], default: int = -1) -> int:
    if len(values) == 0:
        return default
    return values[0]


print(count(4))
print(name(Color.RED), name(Color.GREEN))
print(move(Point(1), 4), move(Point(1, 2.0), None), move(Point(1), by=None).y)
print(group(["a", "bc", "de", "f", "ghi"]))
print(first_or([]), first_or([7, 8]), first_or([], 3))
counter = Counter(5)
print(counter.add(2), counter.value, counter.add(), counter.history)
print(name.code)
print(move.code)
print(count.code)
