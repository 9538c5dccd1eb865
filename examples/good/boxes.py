"""Greedy suppression of boxes that overlap one with a better score."""
import torch
from torch import Tensor


def area(boxes: Tensor) -> Tensor:
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def overlap(one: Tensor, others: Tensor) -> Tensor:
    """Intersection over union of one box with many."""
    corner = torch.max(one[:2], others[:, :2])
    opposite = torch.min(one[2:], others[:, 2:])
    size = (opposite - corner).clamp(min=0)
    shared = size[:, 0] * size[:, 1]
    return shared / (area(one.unsqueeze(0)) + area(others) - shared)


@torch.jit.script
def suppress(boxes: Tensor, scores: Tensor, threshold: float = 0.5) -> Tensor:
    waiting = scores.argsort(descending=True)
    kept = torch.jit.annotate(list[int], [])
    while waiting.numel() > 0:
        best = int(waiting[0].item())
        kept.append(best)
        waiting = waiting[1:]
        if waiting.numel() > 0:
            waiting = waiting[overlap(boxes[best], boxes[waiting]) <= threshold]
    return torch.tensor(kept, dtype=torch.int64)
