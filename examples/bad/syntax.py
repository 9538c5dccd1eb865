"""Syntax errors: each is reported once, at its place, and the rest of the file is still checked."""
import torch


@torch.jit.script
def clamp(x: int, low: int, high: int) -> int
    if x < low:
        return low
    return min(x, high


@torch.jit.script
def label(größe: float) -> str:
    text = "größe: " + str(größe
    return text


@torch.jit.script
def total(values: List[float]) -> float:
    sum = 0.0
    for v in values:
        sum += v
      return sum
