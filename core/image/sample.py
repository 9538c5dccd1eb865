"""What most programs use of torch and of the standard library: what the image begins with."""
import abc
import collections
import copy
import enum
import functools
import inspect
import itertools
import math
import numbers
import operator
import os
import pathlib
import re
import sys
import types
import typing
import warnings
from collections import OrderedDict, defaultdict, namedtuple
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import partial, wraps
from typing import Any, Callable, Dict, Generic, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Type, TypeVar, Union, cast

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.utils.checkpoint
from torch import Tensor
from torch.nn import init
from torch.nn.modules.utils import _pair

T = TypeVar("T")
Point = namedtuple("Point", ["x", "y"])


class Box(NamedTuple):
    low: float
    high: float = 1.0


@dataclass
class Settings:
    width: int
    block: Callable[..., nn.Module]
    names: List[str] = field(default_factory=list)
    ratio: float = 1.0

    def __post_init__(self) -> None:
        self.doubled = self.width * 2


@dataclass(frozen=True)
class Source:
    url: str
    transform: Callable
    meta: Dict[str, Any] = field(default_factory=dict)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Source) and self.url == other.url


class Known(Enum):
    FIRST = Source(url="first", transform=partial(math.pow, 2.0), meta={"size": (1, 2)})
    SECOND = Source(url="second", transform=partial(math.pow, 3.0))
    DEFAULT = FIRST

    @classmethod
    def verify(cls, given: Any) -> Any:
        if given is not None and isinstance(given, str):
            return cls[given.replace(cls.__name__ + ".", "")]
        return given

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}.{self._name_}"


class Mode(enum.IntEnum):
    A = 1
    B = enum.auto()


class Colour(str, Enum):
    RED = "red"


def checked(function: Callable[..., T]) -> Callable[..., T]:
    @wraps(function)
    def inner(*args: Any, **kwargs: Any) -> T:
        signature = inspect.signature(function)
        for name, parameter in signature.parameters.items():
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY and parameter.default is inspect.Parameter.empty:
                kwargs.setdefault(name, None)
        return function(*args, **kwargs)

    return inner


@checked
def divisible(value: float, divisor: int = 8, *, least: Optional[int] = None) -> int:
    rounded = max(least or divisor, int(value + divisor / 2) // divisor * divisor)
    return rounded + divisor if rounded < 0.9 * value else rounded


@torch.no_grad()
def quiet(module: nn.Module) -> nn.Module:
    return copy.copy(module).eval()


@functools.lru_cache(maxsize=None)
def cached(size: int) -> int:
    return math.ceil(size / 2) + math.floor(math.sqrt(size))


def pieces(x: Tensor, scale: float, training: bool) -> Tensor:
    batch, channels = x.shape[0], x.size(1)
    if scale < 0.0 or scale > 1.0:
        raise ValueError(f"out of range: {scale}")
    if not training or scale == 0.0:
        return x
    noise = torch.empty([batch] + [1] * (x.ndim - 1), dtype=x.dtype, device=x.device).bernoulli_(scale)
    return x * noise.view(batch, 1, 1, 1).expand(-1, channels, -1, -1)


class Attention(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width, eps=1e-6)
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.position = nn.Parameter(torch.empty(1, 4, width).normal_(std=0.02))
        self.scale = nn.Parameter(torch.ones(width) * 1e-6)
        self.register_buffer("index", torch.arange(4))
        self.register_parameter("none", None)
        nn.init.trunc_normal_(self.position, std=0.02)

    def forward(self, x: Tensor) -> Tensor:
        torch._assert(x.dim() == 3, f"expected three dimensions but got {x.shape}")
        y, _ = self.attention(self.norm(x + self.position), x, x, need_weights=False)
        y = y.reshape(y.shape[0], -1, y.shape[2]).permute(0, 2, 1).transpose(1, 2).contiguous()
        y = F.softmax(y, dim=-1) @ y.flatten(1).unsqueeze(-1).squeeze(1).mean()
        return torch.cat([x, y], dim=1) * self.scale


class Block(nn.Module):
    expansion: int = 2

    def __init__(self, width: int, norm: Optional[Callable[..., nn.Module]] = None, stride: int = 1) -> None:
        super().__init__()
        if norm is None:
            norm = nn.BatchNorm2d
        self.conv = nn.Conv2d(width, width, kernel_size=3, stride=stride, padding=1, groups=1, bias=False)
        self.norm = norm(width)
        self.relu = nn.ReLU(inplace=True)
        self.skip: Optional[nn.Module] = nn.Identity() if stride > 1 else None

    def _forward(self, x: Tensor) -> List[Tensor]:
        return [self.relu(self.norm(self.conv(x)))]

    def forward(self, x: Tensor) -> Tensor:
        kept = x
        if self.skip is not None:
            kept = self.skip(x)
        return torch.cat(self._forward(x), 1) + kept


class Features(nn.Sequential):
    def __init__(self, width: int, *extra: nn.Module, **kwargs: Any) -> None:
        super().__init__(nn.Conv2d(3, width, 3, padding=_pair(1)), nn.BatchNorm2d(width, eps=0.001), nn.SiLU(inplace=True), *extra)


# Layers as most models have them: what is compiled of a layer depends on such numbers.
class Layers(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.convolutions = nn.ModuleList(
            [nn.Conv2d(width, width, 3, stride, padding, bias=bias)
             for stride, padding in ((1, 0), (2, 0), (1, 1), (2, 1), (1, 2), (2, 3), (1, (0, 1)), (1, (1, 0)))
             for bias in (False, True)])
        self.norms = nn.ModuleList([nn.BatchNorm2d(width), nn.BatchNorm2d(width, eps=1e-3, momentum=0.01)])
        self.layer_norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width, eps=1e-6)])
        self.pools = nn.ModuleList([nn.MaxPool2d(3, 2, 1), nn.MaxPool2d(3, 2), nn.MaxPool2d(2, 2), nn.AvgPool2d(2, 2), nn.AdaptiveAvgPool2d(1)])
        self.linear = nn.ModuleList([nn.Linear(width, width), nn.Linear(width, width, bias=False)])
        self.dropouts = nn.ModuleList([nn.Dropout(p, inplace) for p in (0.0, 0.1, 0.2, 0.5) for inplace in (False, True)])
        self.activations = nn.ModuleList([nn.ReLU(), nn.ReLU(inplace=True), nn.SiLU(), nn.Hardswish(), nn.LeakyReLU(0.1), nn.ELU(), nn.Softmax(dim=-1)])
        self.flatten = nn.Flatten()

    def forward(self, x: Tensor) -> Tensor:
        for layer in self.convolutions:
            x = layer(x)
        for layer in self.norms:
            x = layer(x)
        for layer in self.pools:
            x = layer(x)
        for layer in self.activations:
            x = layer(x)
        for layer in self.dropouts:
            x = layer(x)
        x = self.flatten(x)
        for layer in self.layer_norms:
            x = layer(x)
        for layer in self.linear:
            x = layer(x)
        return x


class Sample(nn.Module):
    def __init__(self, settings: Optional[Settings] = None, **kwargs: Any) -> None:
        super().__init__()
        settings = settings or Settings(8, Block, names=["a"])
        layers: List[nn.Module] = []
        for i in range(2):
            layers.append(settings.block(settings.width, partial(nn.BatchNorm2d, eps=1e-3), stride=i + 1))
        self.features = Features(settings.width, nn.MaxPool2d(kernel_size=3, stride=2, ceil_mode=True))
        self.layers = nn.Sequential(*layers)
        self.named = nn.Sequential(OrderedDict([("relu6", nn.ReLU6()), ("gelu", nn.GELU()), ("hard", nn.Hardswish())]))
        self.listed = nn.ModuleList([nn.Hardsigmoid(), nn.Sigmoid(), nn.Tanh(), nn.Upsample(scale_factor=2), nn.ZeroPad2d(1)])
        self.known = nn.ModuleDict({"a": nn.GroupNorm(2, settings.width), "b": nn.InstanceNorm2d(settings.width)})
        self.pool = nn.AdaptiveAvgPool2d((1, 1))
        self.average = nn.AvgPool2d(2)
        self.up = nn.ConvTranspose2d(settings.width, settings.width, 2, 2)
        self.attention = Attention(settings.width, 2)
        self.embedding = nn.Embedding(4, settings.width)
        self.recurrent = nn.LSTM(settings.width, settings.width)
        self.dropout = nn.Dropout(p=0.5, inplace=False)
        self.head = nn.Linear(settings.width, divisible(4.0))
        self.usual = Layers(settings.width)
        for module in self.modules():
            if isinstance(module, (nn.Conv2d, nn.ConvTranspose2d)):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
            elif isinstance(module, (nn.BatchNorm2d, nn.GroupNorm)):
                nn.init.constant_(module.weight, 1)
                nn.init.ones_(module.weight)
            elif isinstance(module, nn.Linear):
                init.normal_(module.weight, 0, 0.01)
                if module.bias is not None:
                    init.uniform_(module.bias, -cached(4), cached(4))
                init.xavier_uniform_(module.weight)
        for name, parameter in self.named_parameters():
            parameter.requires_grad_(name != "none")
        self.load_state_dict(self.state_dict(), strict=False)

    @torch.jit.unused
    def eager(self, x: Tensor) -> Tensor:
        return x

    def forward(self, x: Tensor) -> Tensor:
        if torch.jit.is_scripting() or torch.jit.is_tracing():
            x = self.named(self.layers(self.features(x)))
        for layer in self.listed:
            x = layer(x)
        for layer in self.known.values():
            x = layer(x)
        x = self.up(self.average(F.relu(x))) + F.interpolate(x, size=x.shape[-2:], mode="bilinear", align_corners=False)
        x = pieces(F.dropout(x, p=0.1, training=self.training), 0.5, self.training)
        x = F.pad(F.max_pool2d(F.avg_pool2d(x, 2), 2), [0, 1, 0, 1])
        x = self.pool(F.adaptive_avg_pool2d(x, (1, 1)))
        y, state = self.recurrent(self.attention(self.embedding(torch.arange(4, device=x.device))[None]))
        x = self.usual(x)
        x = F.linear(self.dropout(torch.flatten(x, 1)), self.head.weight, self.head.bias)
        return F.log_softmax(self.head(x), dim=1) + F.mse_loss(x, x) + F.cross_entropy(x, torch.zeros(1, dtype=torch.int64))


def used() -> Any:
    warnings.warn("a warning", UserWarning)
    Known.verify("FIRST")
    values = [Known.FIRST.value.url, Mode.B.name, Colour.RED.value, Point(1, 2)._asdict(), Box(0.5), copy.deepcopy([1])]
    groups = defaultdict(list, {fields(Settings)[0].name: [sys.maxsize, os.path.join("a", "b"), pathlib.Path("a")]})
    found = re.sub("a+", "b", "aab"), functools.reduce(operator.add, itertools.chain([1], [2])), collections.Counter("ab")
    kinds = isinstance(1, numbers.Number), isinstance(values, Sequence), isinstance(Settings, abc.ABC)
    return values, groups, found, kinds, types.FunctionType, typing.get_type_hints(divisible), quiet(nn.ReLU())


used()
