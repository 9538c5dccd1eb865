# torch.load of other things than weights, under the default of weights_only and with it.
import io
from collections import namedtuple

import torch
from torch import nn

Pair = namedtuple("Pair", "left right")


def saved(value, save=torch.save):
    buffer = io.BytesIO()
    save(value, buffer)
    return buffer


def tell(buffer, **options):
    buffer.seek(0)
    try:
        value = torch.load(buffer, **options)
        print(type(value).__name__, list(value) if isinstance(value, dict) else "")
    except Exception as error:
        print(type(error).__name__)


model = nn.Linear(2, 1)
pairs = saved({"dtype": torch.float32, "pair": Pair(1, 2), "tensor": torch.ones(2)})
frozen = saved({"set": frozenset([1]), "pair": Pair(1, 2)})
for buffer in (pairs, frozen, saved(model.state_dict()), saved(model), saved(torch.jit.script(model), torch.jit.save)):
    for options in ({}, {"weights_only": False}, {"weights_only": True}):
        tell(buffer, **options)
if hasattr(torch.serialization, "safe_globals"):
    with torch.serialization.safe_globals([Pair]):
        tell(pairs)
        tell(frozen)
    tell(pairs)
    torch.serialization.add_safe_globals([Pair, (frozenset, "builtins.frozenset")])
    print(Pair in torch.serialization.get_safe_globals())
    tell(frozen)
    torch.serialization.clear_safe_globals()
    tell(frozen)
