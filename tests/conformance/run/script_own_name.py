import torch


@torch.jit.script
class Vector:
    def __init__(self, x: float, y: float):
        self.x = x
        self.y = y

    def __add__(self, other: "Vector") -> "Vector":
        return Vector(self.x + other.x, self.y + other.y)

    def scaled(self, by: float) -> "Vector":
        return Vector(self.x * by, self.y * by)


@torch.jit.script
def total(a: float) -> float:
    sum = Vector(a, 1.0) + Vector(2.0, a).scaled(3.0)
    return sum.x * 10.0 + sum.y


print(total(2.0))
