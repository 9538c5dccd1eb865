from .heads import Head
from .net import Net

__all__ = ["Head", "Net"]
