import io
from collections import OrderedDict, namedtuple

import torch
from torch import nn

Pair = namedtuple("Pair", "left right")

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 2), nn.ReLU(), nn.BatchNorm1d(2))
torch.save(model.state_dict(), "gewichte_ü.pt")
state = torch.load("gewichte_ü.pt")
print(type(state), list(state))
print(dict(state))
print(state._metadata["2"])

buffer = io.BytesIO()
checkpoint = {
    "epoch": 3, "state": model.state_dict(), "x": torch.arange(3), "list": [1, 2.5, None, True, "é"], "tuple": (1, (2,)),
    "size": torch.Size([1, 2]), "dtype": torch.float16, "device": torch.device("cpu"), "complex": 1j, "big": 2 ** 40,
    "set": {1}, "bytes": b"\xff\x00", "negative": -5, "ordered": OrderedDict(a=1), "pair": Pair(1, torch.ones(1)),
}
torch.save(checkpoint, buffer)
buffer.seek(0)
loaded = torch.load(buffer, map_location="cpu", weights_only=False)
# Python 3.12 changes the text of an OrderedDict; python_ordered_dict.py prints it.
print({key: ("OrderedDict", dict(value)) if type(value) is OrderedDict else value for key, value in loaded.items()})

weight = nn.Parameter(torch.ones(2))
base = torch.arange(6.0)
torch.save([weight, weight, base[1:3], base.view(2, 3).t()], "parts.pt")
a, b, part, turned = torch.load("parts.pt", map_location=torch.device("cpu"))
print(a, a is b, type(a))
part.zero_()
print(part, turned, turned.stride(), turned.is_contiguous())

other = nn.Sequential(nn.Linear(3, 2), nn.ReLU(), nn.BatchNorm1d(2))
print(other.load_state_dict(state))
print(torch.equal(other[0].weight, model[0].weight))
try:
    nn.Linear(2, 2).load_state_dict(state)
except RuntimeError:
    print("RuntimeError")
print(nn.Linear(3, 2).load_state_dict({"weight": torch.zeros(2, 3), "more": torch.ones(1)}, strict=False))
try:
    torch.load("missing.pt")
except FileNotFoundError as error:
    print(error)
