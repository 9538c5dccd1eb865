"""A script that runs for a minute, until the answer is known."""
import time

import torch


def answer(values: torch.Tensor, count: int) -> float:
    total = float(values.sum())
    return total + count


values = torch.ones(300, 4)
for count in range(6000):
    if answer(values, count) == 1249.5 + count:
        print("known", flush=True)
        break
    time.sleep(0.01)
