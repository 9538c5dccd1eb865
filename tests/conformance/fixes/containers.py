#### TS2018 f ([1, -2, 3],) ;; ([],)
from typing import List

def f(xs: List[int]) -> List[int]:
    return [x for x in xs if x > 0]
#### TS2018 f ([1, -2, 3],)
from typing import List

def f(xs: List[int]) -> int:
    kept: List[float] = [x / 2 for x in xs if x > 0 if x < 3]
    return len(kept)
#### TS2018 f ([1, -2, 3],)
from typing import Dict, List

def f(xs: List[int]) -> Dict[int, int]:
    return {x: x * x for x in xs if x > 0}
#### TS2018 f (6,)
def f(n: int) -> int:
    even = [i for i in range(n) if i % 2 == 0]
    return len(even)
#### TS2019 f ([1, 2], [3, 4])
from typing import List

def f(xs: List[int], ys: List[int]) -> List[int]:
    return [x * y for x in xs for y in ys]
#### TS2017 f ({"a": 1},)
from typing import Dict

def f(base: Dict[str, int]) -> Dict[str, int]:
    return {**base}
#### TS2017 f ({"a": 1}, {"b": 2})
from typing import Dict

def f(base: Dict[str, int], more: Dict[str, int]) -> Dict[str, int]:
    both = {**base, "c": 3, **more}
    return both
#### TS2017 f ({"a": 1},)
from typing import Dict

def f(base: Dict[str, int]) -> Dict[str, int]:
    return {"a": 7, "b": 8, **base}
#### TS2016 f (3,)
def scaled(x: int, by: int, plus: int) -> int:
    return x * by + plus

def f(x: int) -> int:
    return scaled(x, **{"by": 2, "plus": 1})
#### TS2005 f (2,) ;; (5,)
def f(x: int) -> bool:
    return x in {1, 2, 3}
#### TS3120 f (torch.tensor([1, 2]),)
import torch
from typing import List

def f(x: torch.Tensor) -> List[int]:
    values = x.tolist()
    values.append(3)
    return values
#### TS2021 f (3,)
def f(x: int) -> str:
    return f"{x!s} of them"
#### TS2021 f (3,)
def f(x: int) -> str:
    return f"{x=}, {x + 1 = }"
#### TS2022 f (3,)
def f(x: int) -> str:
    return f"{x:d} of them"
#### TS2026 f (3,)
def f(x: int) -> int:
    __jit_total = x
    __jit_total += 1
    return __jit_total
