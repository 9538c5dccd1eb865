from typing import List

import torch


@torch.jit.script
class Counter:
    def __init__(self, start: int):
        self.value = start
        self.seen: List[int] = []

    def add(self, n: int) -> int:
        self.seen.append(n)
        self.value += n
        return self.value


@torch.jit.script
def count(limit: int) -> List[int]:
    counter = Counter(10)
    for i in range(limit):
        counter.add(i)
    return [counter.value] + counter.seen


print(count(4))
counter = Counter(1)
print(counter.add(5), counter.value)
