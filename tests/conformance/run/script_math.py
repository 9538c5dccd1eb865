import math
from typing import List, Tuple

import torch


@torch.jit.script
def scalars(a: int, b: int, x: float) -> Tuple[int, int, float, float, float, int]:
    return a // b, a % b, a / b, math.sqrt(x), math.floor(x) + math.pi, int(x) ** 2 if False else a * b


@torch.jit.script
def compare(a: float, b: float) -> List[bool]:
    return [a < b, a <= b, a == b, a != b, not a > b, bool(a), math.isnan(a) or a > 0 and b > 0]


@torch.jit.script
def tensors(x):
    y = x.clone()
    y[0] = 5
    y += 1
    y[1:] *= 2
    z = x[x > 1]
    w = torch.where(x > 1, x, -x)
    return y, z, w, x.sum().item() + 1, int(x[0]), float(x.max()), x.shape[0], x.tolist() if False else x.numel()


@torch.jit.script
def gcd(a: int, b: int) -> int:
    while b != 0:
        a, b = b, a % b
    return a


@torch.jit.script
def primes(n: int) -> List[int]:
    sieve = torch.ones(n + 1, dtype=torch.bool)
    sieve[:2] = False
    i = 2
    while i * i <= n:
        if bool(sieve[i]):
            sieve[i * i::i] = False
        i += 1
    found: List[int] = []
    for k in range(n + 1):
        if bool(sieve[k]):
            found.append(k)
    return found


@torch.jit.script
def broadcast(a, b):
    return (a.unsqueeze(1) - b.unsqueeze(0)).abs().sum(-1), torch.einsum("ij,kj->ik", [a, b]), a @ b.t()


print(scalars(7, 2, 2.0), scalars(-7, 2, 9.5), compare(1.0, 2.0), compare(0.0, -1.0))
print(tensors(torch.tensor([1.0, 2.0, 3.0])))
print(gcd(48, 18), primes(30))
print(broadcast(torch.arange(4.0).view(2, 2), torch.ones(3, 2)))
print(tensors.graph_for(torch.tensor([1.0, 2.0])) is not None)
