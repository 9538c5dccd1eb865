from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple


@dataclass
class Optimizer:
    name: str = "sgd"
    lr: float = 0.1
    betas: Tuple[float, float] = (0.9, 0.99)


@dataclass
class Config:
    layers: List[int] = field(default_factory=lambda: [64, 64])
    optimizer: Optimizer = field(default_factory=Optimizer)
    extra: Dict[str, int] = field(default_factory=dict)
    note: Optional[str] = None

    @property
    def depth(self):
        return len(self.layers)

    @classmethod
    def small(cls, **changes):
        return cls(layers=[8], **changes)


a, b = Config(), Config()
a.layers.append(1)
a.optimizer.lr = 0.5
print(a, b, a == b, a.depth, Config.small(note="s"), sep="\n")
