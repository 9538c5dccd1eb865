"""Models and functions on which all engines agree, on other inputs than the example of the trace."""
from typing import Dict, List, Optional, Tuple

import torch
import torch.nn.functional as F
from torch import nn


# inputs: torch.randn(5, 4)
# example: torch.randn(2, 4)
# agrees: script, trace
class Perceptron(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 8)
        self.second = nn.Linear(8, 3)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


# inputs: torch.randn(2, 3, 16, 16)
# example: torch.randn(1, 3, 8, 8)
# agrees: script, trace
class Convolutions(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 4, 1))

    def forward(self, x):
        return self.layers(x).mean(dim=(2, 3))


class Dropping(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.dropout = nn.Dropout(0.5)

    def forward(self, x):
        return self.dropout(self.linear(x))


# inputs: torch.randn(3, 4)
# example: torch.randn(2, 4)
# agrees: script, trace
def dropout_in_evaluation(x):
    return F.dropout(x * 2, 0.5, training=False)


class Normed(nn.Module):
    def __init__(self, channels: int = 3):
        super().__init__()
        self.norm = nn.BatchNorm2d(channels)
        self.eval()

    def forward(self, x):
        return torch.relu(self.norm(x))


# inputs: torch.randn(4, 3, 5, 5)
# example: torch.randn(2, 3, 4, 4)
# agrees: script, trace
class NormInEvaluation(Normed):
    pass


# inputs: torch.randn(4, 4)
# example: torch.randn(2, 4)
# agrees: script, trace
class DropoutInEvaluation(Dropping):
    def __init__(self):
        super().__init__()
        self.eval()


# inputs: torch.randn(2, 4)
# agrees: script
class DropoutInTraining(Dropping):
    pass


# inputs: torch.tensor([[1, 5, 2, 0]])
# example: torch.tensor([[1, 2], [3, 4]])
# agrees: script, trace
class Embedded(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 6)
        self.out = nn.Linear(6, 2)

    def forward(self, words):
        return self.out(self.table(words)).softmax(-1)


# inputs: torch.randn(2, 7, 8)
# example: torch.randn(1, 4, 8)
# agrees: script, trace
class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(8, 8)
        self.key = nn.Linear(8, 8)
        self.value = nn.Linear(8, 8)

    def forward(self, x):
        scores = self.query(x) @ self.key(x).transpose(1, 2) / 8 ** 0.5
        return torch.softmax(scores, -1) @ self.value(x)


# inputs: torch.randn(2, 6)
# example: torch.randn(3, 6)
# agrees: script, trace
class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(6, 6) for _ in range(3)])

    def forward(self, x):
        for block in self.blocks:
            x = x + torch.tanh(block(x))
        return x


# inputs: torch.randn(2, 4, 6, 6)
# example: torch.randn(1, 4, 6, 6)
# agrees: script, trace
class Grouped(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.GroupNorm(2, 4)
        self.depthwise = nn.Conv2d(4, 4, 3, groups=4, padding=1)

    def forward(self, x):
        return F.gelu(self.depthwise(self.norm(x)))


# inputs: torch.randn(3, 5)
# example: torch.randn(2, 5)
# agrees: script, trace
class LayerNormed(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(5)

    def forward(self, x):
        return self.norm(x).clamp(-1, 1)


# inputs: torch.randn(4, 2, 3), torch.zeros(1, 2, 5)
# example: torch.randn(3, 2, 3), torch.zeros(1, 2, 5)
# agrees: script, trace
class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.gru = nn.GRU(3, 5)

    def forward(self, x, hidden):
        out, hidden = self.gru(x, hidden)
        return out, hidden


# inputs: torch.ones(2, 3) * 5
# agrees: script
class Conditional(nn.Module):
    def forward(self, x):
        if torch.sum(x) > 10:
            return x
        else:
            return x + 10


# inputs: torch.tensor([7., 2.])
# agrees: script
def halved_until_small(x):
    count = 0
    while bool(x.max() > 1):
        x = x / 2
        count += 1
    return x, count


# inputs: torch.arange(12.).reshape(4, 3)
# agrees: script
def running_total(x):
    total = torch.zeros(3)
    rows: List[torch.Tensor] = []
    for i in range(x.size(0)):
        total = total + x[i]
        rows.append(total)
    return torch.stack(rows)


# inputs: torch.ones(3), None
# agrees: script
def optional_bias(x, bias: Optional[torch.Tensor]):
    if bias is not None:
        x = x + bias
    return x * 2


# inputs: {"a": torch.ones(2), "b": torch.zeros(3)}
# agrees: script
def sizes_by_name(parts: Dict[str, torch.Tensor]):
    sizes: Dict[str, int] = {}
    for name, part in parts.items():
        sizes[name] = part.numel()
    return sizes


# inputs: [3, 1, 2], "b"
# agrees: script
def lists_and_texts(numbers: List[int], text: str):
    ordered = sorted(numbers)
    return ordered[::-1], text.upper() + str(len(ordered)), [n * 2 for n in ordered]


# inputs: 7, 2
# agrees: script
def arithmetic(a: int, b: int):
    return a // b, a % b, -a // b, a / b, a << b, abs(-a), max(a, b), float(a) ** 2


# inputs: torch.randn(3, 4)
# example: torch.randn(2, 4)
# agrees: script, trace
def shapes_are_followed(x):
    n, m = x.shape[0], x.shape[1]
    return x.reshape(n * m), x.view(m, n), x.new_zeros(n, 2), x[:, : m // 2], torch.arange(n)


# inputs: torch.randn(5, 3)
# example: torch.randn(2, 3)
# agrees: script, trace
def joined(x):
    parts = torch.cat([x, -x], dim=1)
    return parts.t(), torch.stack([x, x * 2]).sum(0), parts.flatten()


# inputs: torch.randn(4, 3)
# example: torch.randn(2, 3)
# agrees: script, trace
def where_instead_of_if(x):
    return torch.where(x > 0, x, x * 0.1), (x > 0).float().mean()


# inputs: torch.randn(4, 3)
# example: torch.randn(2, 3)
# agrees: script, trace
def several_results(x) -> Tuple[torch.Tensor, Tuple[torch.Tensor, torch.Tensor]]:
    values, places = x.max(1)
    return x.mean(), (values, places)


# inputs: torch.randn(4, 3)
# example: torch.randn(2, 3)
# agrees: script, trace
def written_in_place(x):
    x.mul_(2).add_(1)
    x[:, 0] = 0
    return x.sum(0)


# inputs: torch.zeros(2)
# agrees: script, trace
def not_a_number(x):
    return x / x + 1  # note: NaN is first seen


# inputs: torch.randn(1, 2, 4, 4)
# example: torch.randn(1, 2, 4, 4) * 3
# agrees: script, trace
class Upsampled(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Upsample(scale_factor=2.0, mode="nearest")
        self.conv = nn.ConvTranspose2d(2, 3, 2, stride=2)

    def forward(self, x):
        return self.conv(self.up(x))


# inputs: torch.ones(3)
# agrees: script
class CountingCalls(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x * self.calls


# inputs: torch.randn(2, 5, 8)
# example: torch.randn(2, 3, 8)
# agrees: trace
class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
        self.eval()

    def forward(self, x):
        return self.layer(x)
