"""Functions that models.py imports."""
from torch import Tensor


def scale(x: Tensor, factor: float) -> Tensor:
    """Multiplies every element by the factor."""
    return x * factor
