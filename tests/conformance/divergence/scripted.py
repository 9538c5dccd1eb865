"""Scripted code that diverges from Python."""
from typing import Dict, List

import torch
from torch import nn


# inputs: 2.5
def format_with_spec(x: float):
    return "{:.2f}".format(x)  # script: script-semantics


# inputs: 7
def format_by_number(x: int):
    text = "value {0}".format(x)  # script: script-semantics
    return text


# inputs: 7
def format_in_print(x: int):
    print("first")
    print("{0}".format(x))  # script: script-semantics
    return x


# inputs: 3
def power_of_ints(n: int):
    k = 2 ** n  # script: script-semantics
    return k


# inputs: torch.ones(2, dtype=torch.int64), 3
def power_reaches_tensor(x, n: int):
    k = 2 ** n  # script: script-semantics
    return x * k


# inputs:
def power_of_constants():
    k = 2 ** 3  # script: script-semantics
    return k


# inputs: 1.0, 0.0
def division_by_zero(a: float, b: float):
    c = a / b  # script: script-semantics
    return c


# inputs: 2 ** 62
def wrapping_product(n: int):
    m = n * 4  # script: script-semantics
    return m


# inputs: 9223372036854775807
def wrapping_sum(n: int):
    return n + 1  # script: script-semantics


# inputs: 2.5
def rounding(x: float):
    return round(x)  # script: script-semantics


# inputs: torch.ones(2)
def text_of_dtype(x):
    return str(x.dtype)  # script: script-semantics


# inputs: 2, 3
def and_of_ints(a: int, b: int):
    c = a and b  # script: script-semantics
    return c


# inputs: 0, 3
def or_of_ints(a: int, b: int):
    return a or b  # script: script-semantics


# inputs:
def or_of_constants():
    return 0 or 3  # script: script-semantics


# inputs:
def tensor_of_mixed_numbers():
    return torch.tensor([1, 2.5])  # script: exception


# inputs: 1
def assertion(n: int):
    assert n > 3, "large numbers are wanted"  # script: exception
    return n


# inputs: 5
def raising(n: int):
    if n > 3:
        raise ValueError("small numbers are wanted")  # script: exception
    return n


# inputs: torch.ones(2), 5
class RaisesInMethod(nn.Module):
    def check(self, n: int):
        if n > 3:
            raise KeyError("small numbers are wanted")  # script: exception

    def forward(self, x, n: int):
        self.check(n)
        return x


# inputs: [1, 2]
def changed_list(items: List[int]):
    items.append(3)  # script: in-place
    return len(items)


# inputs: {"a": torch.ones(2)}
def changed_dict(items: Dict[str, torch.Tensor]):
    items["b"] = items["a"] + 1  # script: in-place
    return len(items)


# inputs: torch.ones(2)
def other_way_when_scripted(x):
    if torch.jit.is_scripting():  # script: branch
        return x + 1
    return x + 2


# inputs: torch.ones(3)
# agrees: eager, trace
class ValueOfAnotherWay(nn.Module):
    def forward(self, x):
        if not torch.jit.is_scripting():  # script: branch
            y = x * 3
        else:
            y = x * 2
        z = y + 1
        return z * 2


# inputs: torch.ones(3), 2
def number_of_another_way(x, n: int):
    k = n
    if torch.jit.is_scripting():  # script: branch
        k = n + 1
    return x * k


# inputs: torch.ones(3)
# agrees: eager, script, trace
def same_on_both_ways(x):
    if torch.jit.is_scripting():
        y = x * 2
    else:
        y = x + x
    return y + 1


# inputs: torch.ones(2, 3), 4
def semantics_before_tensors(x, n: int):
    side = n ** 2  # script: script-semantics
    if isinstance(side, float):
        x = x + 1
    return x.sum() + side
