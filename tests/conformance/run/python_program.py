"""A small typical program: arguments, dataclasses, generators, context managers, logging of results."""
import argparse
import dataclasses
import functools
import itertools
import json
import math
import random
import sys
from collections import Counter, defaultdict, deque
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Iterator, List, Optional

import torch


@dataclass
class Config:
    name: str = "grün"
    sizes: List[int] = field(default_factory=lambda: [4, 8])
    rate: float = 1e-3
    seed: Optional[int] = None

    def __post_init__(self):
        self.total = sum(self.sizes)


@dataclass(frozen=True, order=True)
class Score:
    value: float
    label: str = field(compare=False)


def batches(data: torch.Tensor, size: int) -> Iterator[torch.Tensor]:
    for start in range(0, len(data), size):
        yield data[start:start + size]


@contextmanager
def seeded(seed):
    torch.manual_seed(seed)
    try:
        yield seed
    finally:
        print("done with", seed)


@functools.lru_cache(maxsize=None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def main(argv=None):
    parser = argparse.ArgumentParser(description="demo")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args(argv)
    config = Config(seed=3)
    print(config, dataclasses.asdict(config), config.total, args)
    print(dataclasses.replace(config, name="rot"), sorted([Score(0.5, "b"), Score(0.25, "a")])[0])
    with seeded(config.seed) as seed:
        data = torch.randn(7, 2)
    for epoch in range(args.epochs):
        means = [batch.mean().item() for batch in batches(data, 3)]
        print(f"epoch {epoch + 1:>2}/{args.epochs}: {', '.join(f'{m:+.4f}' for m in means)}")
    print(json.dumps({"name": config.name, "sizes": config.sizes, "rate": config.rate}, ensure_ascii=False, indent=1))
    print(Counter("abracadabra").most_common(2), deque([1, 2, 3], maxlen=2), list(itertools.accumulate([1, 2, 3])))
    groups = defaultdict(list)
    for word in "eins zwei drei vier".split():
        groups[word[0]].append(word)
    print(dict(groups), fibonacci(50), math.comb(5, 2), math.isclose(0.1 + 0.2, 0.3))
    random.seed(5)
    print(random.random(), random.randint(1, 6), random.sample(range(10), 3), random.choice("abc"))
    match data.shape:
        case (rows, columns):
            print(rows, columns)
    print({**{"a": 1}, "b": 2}, [*range(3)], (lambda *a, **k: (a, k))(1, x=2), sys.argv[1:])
    print("%5.2f|%-5s|%05d" % (math.pi, "ab", 42), f"{data.numel()=} {config.rate:.1e} {'ü':^5}|", sep="\n")
    try:
        raise KeyError("fehlt") from ValueError("zuerst")
    except KeyError as error:
        print(repr(error), repr(error.__cause__))
    finally:
        print("end")
    return 0


if __name__ == "__main__":
    sys.exit(main([]))
