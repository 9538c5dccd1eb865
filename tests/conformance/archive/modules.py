"""Modules that together use every feature of archives. cases() yields name, scripted module, inputs."""
import enum
from typing import Dict, List, NamedTuple, Optional, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor


class Pair(NamedTuple):
    first: Tensor
    second: int = 3


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = "slow"


@torch.jit.interface
class Step(nn.Module):
    def go(self, x: Tensor) -> Tensor:
        pass


@torch.jit.script
class Counter:
    def __init__(self, start: int):
        self.count = start
        self.names: List[str] = []

    def add(self, by: int) -> int:
        self.count += by
        self.names.append("n" + str(self.count))
        return self.count


class AddOne(nn.Module):
    def go(self, x: Tensor) -> Tensor:
        return x + 1


class WithInterface(nn.Module):
    step: Step

    def __init__(self):
        super().__init__()
        self.step = AddOne()

    def forward(self, x):
        return self.step.go(x)


class Attributes(nn.Module):
    numbers: List[int]
    reals: List[float]
    flags: List[bool]
    texts: Dict[str, List[str]]
    tensors: List[Tensor]
    maybe: Optional[Tensor]
    pair: Tuple[int, str]
    nested: Dict[int, Dict[str, Tensor]]

    def __init__(self):
        super().__init__()
        self.numbers = [1, -2, 3_000_000_000]
        self.reals = [1.5, float("inf"), -0.0]
        self.flags = [True, False]
        self.texts = {"ä": ["ö", ""], "b": []}
        self.tensors = [torch.ones(2), torch.zeros(1, 0)]
        self.maybe = None
        self.pair = (7, "sieben")
        self.nested = {1: {"x": torch.tensor([1.0, 2.0])}, 2: {}}
        self.color = Color.GREEN
        self.mode = Mode.SLOW
        self.scale = 2.5
        self.complex_number = 1 + 2j
        self.device = torch.device("cpu")

    def forward(self, x):
        y = x * self.scale + self.numbers[2] // 7 + self.tensors[0].sum()
        if self.color == Color.GREEN and self.mode == Mode.SLOW:
            y = y + self.nested[1]["x"].sum()
        return y, self.texts, self.pair, self.reals, self.flags


class Dtypes(nn.Module):
    def __init__(self):
        super().__init__()
        for dtype in (torch.float16, torch.bfloat16, torch.float64, torch.int8, torch.uint8, torch.int16, torch.int32,
                      torch.int64, torch.bool, torch.complex64, torch.complex128):
            self.register_buffer("as_" + str(dtype).split(".")[1], torch.tensor([0, 1, 2]).to(dtype))

    def forward(self, x):
        return x + self.as_float64.sum(), self.as_int8, self.as_bool, self.as_complex64, self.as_bfloat16, self.as_float16


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)
        self.b.weight = self.a.weight
        self.register_buffer("part", torch.arange(20.0).view(4, 5)[:, 1:3])
        self.register_buffer("transposed", torch.arange(6.0).view(2, 3).t())

    def forward(self, x):
        return self.b(self.a(x)) + self.part.sum() + self.transposed[2, 1]


class Constants(nn.Module):
    def forward(self, x):
        table = torch.tensor([[1.5, -2.5, 1e20], [0.1, 3.0, 4.0]])
        text = "Grüße"
        if x.sum() > 0:
            text += " ☃"
        return x[0] + table, text, float("nan") if x.dim() > 5 else 1e-3, [float("inf"), -1e300]


class Control(nn.Module):
    def forward(self, x, count: int = 3, names: Optional[List[str]] = None):
        total = x
        i = 0
        while i < count:
            if i % 2 == 0:
                total = total + i
            else:
                total = total * 2
            i += 1
        for n in range(2, 8, 3):
            if bool(total.sum() > 1000):
                break
            total = total + n
        words: List[str] = []
        if names is not None:
            words = [name.upper() for name in names]
        return total, words


class Raises(nn.Module):
    def forward(self, x):
        if x.dim() != 2:
            raise ValueError("wants two dimensions, not {}".format(x.dim()))
        assert x.size(0) > 0, "is empty"
        return x.relu()


class Methods(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    @torch.jit.export
    def twice(self, x, scale: float = 2.0):
        return x * scale

    @torch.jit.export
    def count(self) -> int:
        self.calls += 1
        return self.calls

    @property
    def double(self) -> int:
        return self.calls * 2

    def forward(self, x):
        pair = Pair(self.twice(x, 2.0), self.count())
        counter = Counter(pair.second)
        counter.add(5)
        return pair, counter.count, self.double, counter.names


class Forks(nn.Module):
    def slow(self, x, n: int):
        return x * n

    def forward(self, x):
        futures = [torch.jit.fork(self.slow, x, i) for i in range(3)]
        return torch.stack([torch.jit.wait(future) for future in futures]).sum(0)


class State(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))
        self.size = 3

    @torch.jit.export
    def __getstate__(self):
        return (self.weight * 2, self.size, self.training)

    @torch.jit.export
    def __setstate__(self, state: Tuple[Tensor, int, bool]):
        self.weight = state[0] / 2
        self.size = state[1]
        self.training = state[2]

    def forward(self, x):
        return x + self.weight * self.size


class Containers(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Sequential(nn.Linear(4, 4), nn.ReLU()) for _ in range(3)])
        self.named = nn.ModuleDict({"first": nn.Linear(4, 2), "second-one": nn.Identity()})

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        for name, module in self.named.items():
            x = module(x)
        return x


class Net(nn.Module):
    """A typical first module."""
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3)
        self.bn = nn.BatchNorm2d(8)
        self.conv2 = nn.Conv2d(8, 8, 3, padding=1)
        self.fc = nn.Linear(8 * 5 * 5, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn(self.conv1(x))), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)[:, :, :5, :5]
        return F.log_softmax(self.fc(F.pad(x, [0, 2, 0, 2]).flatten(1)[:, :200]), dim=1)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 6)
        self.lstm = nn.LSTM(6, 5, num_layers=2, batch_first=True)
        self.gru = nn.GRUCell(5, 4)

    def forward(self, tokens):
        out, (h, c) = self.lstm(self.embed(tokens))
        return self.gru(out[:, -1]), h, c


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)
        self.norm = nn.LayerNorm(8)

    def forward(self, x):
        out, weights = self.attention(x, x, x)
        return self.norm(x + out), weights


class Decision(nn.Module):
    def forward(self, x):
        if x.sum() > 0:
            return x * 2
        return x - 1


class Mixed(nn.Module):
    """A scripted module in a traced one."""
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.decision = torch.jit.script(Decision())

    def forward(self, x):
        return self.decision(self.linear(x))


class Around(nn.Module):
    """A traced module in a scripted one."""
    def __init__(self):
        super().__init__()
        self.inner = torch.jit.trace(nn.Sequential(nn.Linear(3, 4), nn.Tanh()), torch.ones(2, 3))

    def forward(self, x):
        if x.size(0) > 1:
            x = x + 1
        return self.inner(x)


class Shapes(nn.Module):
    def forward(self, x):
        b, c = x.shape[0], x.size(1)
        y = x.view(b, c * x.shape[2]).reshape(-1)
        return y[: b * 2].clamp(min=0), x.permute(2, 0, 1).contiguous(), torch.arange(b)


def cases():
    torch.manual_seed(3)
    x = torch.randn(2, 3)
    square = torch.randn(2, 4)
    rows = [
        ("attributes", Attributes(), (x,)), ("dtypes", Dtypes(), (x,)), ("tied", Tied(), (square,)),
        ("constants", Constants(), (x,)), ("control", Control(), (x, 5, ["a", "b"])), ("raises", Raises(), (x,)),
        ("methods", Methods(), (x,)), ("forks", Forks(), (x,)), ("state", State(), (x,)),
        ("containers", Containers(), (square,)), ("interface", WithInterface(), (x,)),
        ("net", Net().eval(), (torch.randn(2, 1, 28, 28),)), ("recurrent", Recurrent(), (torch.randint(0, 20, (2, 4)),)),
        ("attention", Attention().eval(), (torch.randn(2, 3, 8),)), ("decision", Decision(), (x,)),
        ("around", Around(), (x,)), ("shapes", Shapes(), (torch.randn(2, 3, 4),)),
        ("transformer", nn.TransformerEncoderLayer(8, 2, 16).eval(), (torch.randn(3, 2, 8),)),
        ("softmax", nn.Sequential(nn.Linear(3, 5), nn.Softmax(dim=1)), (x,)),
        ("hooks_free", nn.Sequential(nn.Conv1d(2, 3, 2), nn.GELU(), nn.Flatten()), (torch.randn(1, 2, 5),)),
    ]
    for name, module, inputs in rows:
        yield name, torch.jit.script(module), inputs
    for name, module, inputs in (("net", Net().eval(), (torch.randn(2, 1, 28, 28),)), ("mixed", Mixed(), (x,)),
                                 ("tied", Tied(), (square,)), ("shapes", Shapes(), (torch.randn(2, 3, 4),)),
                                 ("recurrent", Recurrent(), (torch.randint(0, 20, (2, 4)),)),
                                 ("attention", Attention().eval(), (torch.randn(2, 3, 8),)),
                                 ("containers", Containers(), (square,)), ("forks", Forks(), (x,)),
                                 ("softmax", nn.Sequential(nn.Linear(3, 5), nn.Softmax(dim=1)), (x,))):
        yield name + "_traced", torch.jit.trace(module, inputs, check_trace=False), inputs
    import torchvision

    image = torch.randn(1, 3, 64, 64)
    for name in ("resnet18", "mobilenet_v3_small", "squeezenet1_1", "shufflenet_v2_x0_5", "mnasnet0_5", "regnet_y_400mf"):
        model = torchvision.models.get_model(name, weights=None).eval()
        yield name, torch.jit.script(model), (image,)
        if name not in ("mnasnet0_5",):
            yield name + "_traced", torch.jit.trace(model, image, check_trace=False), (image,)
