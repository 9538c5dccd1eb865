import torch


@torch.jit.script
def mean_above(scores: torch.Tensor, limit: float) -> torch.Tensor:
    total = torch.zeros(1)
    count = 0
    for row in scores:
        if bool(row.max() > limit):
            total = total + row.mean()
            count += 1
    return total / max(count, 1)
