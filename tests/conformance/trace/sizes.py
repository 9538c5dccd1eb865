"""Sizes as values, mutation of views, named results."""
from collections import namedtuple
from typing import NamedTuple

import torch
import torch.nn.functional as F
from harness import case, run_all


@case(lambda: (torch.rand(5, 3),), lambda: (torch.rand(7, 3),))
def numbers(x):
    n, m = x.shape
    a = n * 2 + m - 1
    b = n / 2
    c = -n + 10
    d = n % 2
    e = n ** 2
    return torch.ones(a), x * b, torch.ones(c), x + d, x - e, x * (n - m), n + m, 3 * n, 10 - n, 7 // m


@case(lambda: (torch.rand(5, 3),), lambda: (torch.rand(7, 3),))
def builtins(x):
    n = x.shape[0]
    return x[:min(n, 3)], x[:max(2, 3)], x * sum(x.shape), x + len(x.shape), x * float(n), x - abs(-n), torch.ones(int(n))


@case(lambda: (torch.rand(4, 6),), lambda: (torch.rand(8, 6),))
def slices(x):
    n = x.shape[0]
    half = n // 2
    return x[half:], x[:-1], x[-2:], x[1:n - 1], x[:, half], x[..., 1:3], x[half - 1:half + 1, ::2], x[n - 1:n]


@case(lambda: (torch.rand(2, 3, 4),), lambda: (torch.rand(3, 3, 4),))
def new_shapes(x):
    return (x.view(*x.shape[:1], -1), x.reshape(x.shape[0:1] + (-1,)), torch.zeros(x.size()), x.new_zeros(x.shape), torch.zeros(x.shape[1:]),
            torch.ones((x.size(0), 2)), x.expand(2, *x.shape), torch.arange(x.shape[0]), torch.arange(0, x.size(2), 2),
            torch.linspace(0, 1, x.size(1)), torch.rand(x.shape) * 0, torch.full(x.shape[:2], 1), x.unsqueeze(x.dim() - 1))


@case(lambda: (torch.rand(1, 2, 4, 4), torch.rand(1, 2, 7, 5)), lambda: (torch.rand(1, 2, 6, 6), torch.rand(1, 2, 7, 5)))
def images(x, y):
    up = F.interpolate(x, size=y.shape[-2:], mode='bilinear', align_corners=False)
    twice = F.interpolate(x, scale_factor=2, mode='nearest')
    padded = F.pad(x, (0, y.size(3) - x.size(3), 0, y.size(2) - x.size(2)))
    pooled = F.avg_pool2d(x, 2, ceil_mode=True)
    return up + y, twice, padded, pooled, F.unfold(x, 2), F.adaptive_max_pool2d(x, 2), F.max_pool2d(x, 2, return_indices=True)


@case(lambda: (torch.rand(4, 4), torch.rand(4)), lambda: (torch.rand(4, 4), torch.rand(4)))
def mutation(x, y):
    z = x.clone()
    z[0] += y
    z[:, 1] *= 2
    z[z > 0.9] = 0
    z[1][2] = 7
    z[[0, 2]] = y
    z[torch.tensor([3])] = 1
    row = z[2]
    row.add_(1)
    z.masked_fill_(z < 0.1, -1)
    z.scatter_(1, torch.zeros(4, 1, dtype=torch.long), 9.0)
    return z, row


@case(lambda: (torch.rand(4, 4),), lambda: (torch.rand(4, 4),))
def mutates_its_input(x):
    x += 1
    x[0] = 0
    return x * 2


@case(lambda: (torch.rand(4, 4),), lambda: (torch.rand(4, 4),))
def out_arguments(x):
    y = torch.empty(4, 4)
    torch.add(x, x, out=y)
    torch.mul(y, 2, out=y)
    return y


class Pair(NamedTuple):
    first: torch.Tensor
    second: torch.Tensor


Point = namedtuple('Point', ['x', 'y'])


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),))
def named_tuples(x):
    return Pair(x, x + 1), Point(x * 2, x)


@case(lambda: (Point(torch.rand(3), torch.rand(3)),), lambda: (Point(torch.rand(3), torch.rand(3)),))
def named_input(p):
    return p[0] + p[1]


@case(lambda: (torch.rand(3, 4),), lambda: (torch.rand(3, 4),))
def named_results(x):
    best = x.max(1)
    median = x.median(dim=0)
    value, index = torch.sort(x, descending=True)
    return best.values, best.indices, median[0], value, index, torch.kthvalue(x, 2, 1).values, torch.mode(x, 1)[0]


@case(lambda: (torch.tensor([3, 0, 1, 0]),), lambda: (torch.tensor([0, 0, 1, 2]),))
def integers(x):
    return (x.nonzero(), torch.where(x > 0)[0], x.unique(), torch.bincount(x), x // 2, x % 2, x / 2, x << 1, x & 1, ~x, x.float().mean(),
            F.one_hot(x, 4), x == 0, x.sum().item() * x)


@case(lambda: (torch.rand(3, 4), torch.rand(3, 4)), lambda: (torch.rand(2, 4), torch.rand(2, 4)))
def python_loops(x, y):
    total = torch.zeros(4)
    for a, b in zip(x, y):
        total = total + a * b
    for i, row in enumerate(x):
        total = total - row * i
    parts = [x[:, i] for i in range(x.size(1))]
    return total, torch.stack(parts, 1), torch.cat([p.unsqueeze(0) for p in parts])


@case(lambda: (torch.rand(4),), lambda: (torch.rand(4),))
def helpers(x):
    def scale(value, by=2):
        return value * by

    shift = lambda value: value + 1  # noqa: E731
    with torch.no_grad():
        y = scale(x, 3)
    return scale(shift(y)), isinstance(x, torch.Tensor) and x


@case(lambda: (torch.rand(4), torch.tensor(True)), lambda: (torch.rand(4), torch.tensor(False)))
def conditions(x, flag):
    if flag:
        x = x + 1
    while x.sum() < 10:
        x = x * 2
    y = x if x[0] > 0 and x[1] > 0 else -x
    assert (y > 0).all()
    return y


@case(lambda: (torch.rand(4), torch.rand(4)), lambda: (torch.rand(4), torch.rand(4)))
def complex_numbers(a, b):
    x = torch.complex(a, b)
    return (x * x.conj()).real, x.imag, x.abs(), torch.view_as_real(x), torch.angle(x)


@case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(2, 3),))
def aliases(x):
    y = torch.multiply(x, 2)
    z = torch.subtract(y, 1).absolute()
    return torch.divide(z, 3), torch.greater(x, y), torch.clip(x, 0, 1), x.swapaxes(0, 1), torch.concat([x, x]), torch.special.expit(x)


@case(lambda: (torch.rand(3, 3),), lambda: (torch.rand(3, 3),))
def linear_algebra(x):
    y = x @ x.t() + torch.eye(3)
    return torch.norm(x), torch.inverse(y), torch.det(y), torch.linalg.cholesky(y), torch.trace(x), torch.triu(x), x.diagonal(), x.T, x.mT


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),))
def returned_twice(x):
    y = x + 1
    return y, y, (y, [y, x])


@case(lambda: (torch.rand(2, 2),), check_trace=False)
def random_numbers(x):
    return torch.bernoulli(x), torch.normal(0.0, 1.0, (2,)), torch.randint(0, 3, (2,)), torch.randperm(3), x.uniform_(), torch.multinomial(x, 1)


@case(lambda: (torch.rand(4, 2),), lambda: (torch.rand(4, 2),))
def resized(x):
    y = x.clone()
    y.resize_(2, 4)
    return y + 1


if __name__ == '__main__':
    run_all()
