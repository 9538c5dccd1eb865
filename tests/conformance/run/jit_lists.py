from typing import Dict, List, Tuple

import torch


@torch.jit.script
def sort_and_sum(values: List[int]) -> Tuple[List[int], int]:
    values.sort()
    total = 0
    for value in values:
        total += value
    return values, total


@torch.jit.script
def collect(x: torch.Tensor, n: int) -> List[torch.Tensor]:
    out: List[torch.Tensor] = []
    for i in range(n):
        out.append(x * i)
    return out


@torch.jit.script
def histogram(words: List[str]) -> Dict[str, int]:
    counts: Dict[str, int] = {}
    for word in words:
        if word in counts:
            counts[word] += 1
        else:
            counts[word] = 1
    return counts


@torch.jit.script
def comprehension(n: int) -> List[int]:
    squares = [i * i for i in range(n)]
    return squares[1:-1] + [len(squares)]


print(sort_and_sum([3, 1, 2]))
print(collect(torch.ones(2), 3))
print(histogram("a b a c b a".split()))
print(comprehension(6))
print(torch.stack(collect(torch.ones(2), 2)))


@torch.jit.script
def fizz(n: int) -> List[str]:
    out: List[str] = []
    for i in range(1, n + 1):
        text = ""
        if i % 3 == 0:
            text += "Fizz"
        if i % 5 == 0:
            text += "Buzz"
        out.append(text if len(text) > 0 else str(i))
    return out


print(fizz(15))
