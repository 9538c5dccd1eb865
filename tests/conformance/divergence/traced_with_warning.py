"""Traces that diverge, and the tracer warns."""
import random

import torch
from torch import nn


# inputs: -torch.ones(3)
# example: torch.ones(3)
def branch_on_value(x):
    if x.sum() > 0:  # trace: branch
        return x * 2
    return x * 3


# inputs: torch.ones(9, 2)
# example: torch.ones(2, 2)
def branch_on_shape(x):
    if x.shape[0] > 4:  # trace: branch
        x = x[:4]
    return x + 1


# inputs: torch.tensor([9., 1.])
# example: torch.tensor([1., 1.])
def while_on_value(x):
    while x.max() > 4:  # trace: loop-count
        x = x / 2
    return x


# inputs: torch.ones(5, 2)
# example: torch.ones(3, 2)
def int_of_size(x):
    n = int(x.size(0))  # trace: baked-constant
    return x.sum() / n


# inputs: torch.ones(5, 2)
# example: torch.ones(3, 2)
def float_of_tensor(x):
    scale = float(x.sum())  # trace: baked-constant
    return x * scale


# inputs: torch.ones(5, 2)
# example: torch.ones(3, 2)
def int_of_tensor(x):
    count = int(x.sum())  # trace: baked-constant
    return x + count


# inputs: -torch.ones(2)
# example: torch.ones(2)
def bool_of_tensor(x):
    positive = bool((x > 0).all())  # trace: baked-constant
    return x * positive


# inputs: torch.ones(5)
# example: torch.ones(3)
def item(x):
    total = x.sum().item()  # trace: item
    return x / total


# inputs: torch.ones(5)
# example: torch.ones(3)
def item_of_function(x):
    def scale_of(t):
        return t.sum().item()  # trace: item

    scale = scale_of(x) + 1
    y = x + 1
    return y * scale


# inputs: torch.tensor([3., 4.])
# example: torch.tensor([1., 2.])
def list_of_tensor(x):
    values = x.tolist()  # trace: baked-constant
    return x * values[1]


# inputs: torch.ones(5, 2)
# example: torch.ones(3, 2)
def length(x):
    return x.sum() / len(x)  # trace: len


# inputs: torch.ones(5, 2)
# example: torch.ones(3, 2)
def iteration(x):
    total = torch.zeros(2)
    for row in x:  # trace: iteration
        total = total + row
    return total


# inputs: torch.ones(5, 2)
# example: torch.ones(3, 2)
def stacked_rows(x):
    return torch.stack([row * 2 for row in x])  # trace: iteration


# inputs: torch.tensor([3., 4.])
# example: torch.tensor([1., 2.])
# agrees: trace
def constructor_of_tensor(x):
    scale = torch.tensor(x.sum())
    return x * scale


# inputs: torch.ones(5, 2)
# example: torch.ones(3, 2)
# agrees: trace
def constructor_of_size(x):
    count = torch.tensor(x.shape[0])
    return x.sum() / count


# inputs: torch.tensor([3., 4.])
# example: torch.tensor([1., 2.])
def complex_of_tensor(x):
    factor = complex(x[0])  # trace: baked-constant
    return x * factor


# inputs: torch.tensor([3., 4.])
# example: torch.tensor([1., 2.])
def array(x):
    largest = x.numpy().max()  # trace: baked-constant
    return x / float(largest)


# inputs: torch.ones(3, 2)
# example: torch.ones(2, 2)
def star_arguments(x):
    return torch.stack([*x])  # trace: iteration


# inputs: torch.tensor([3., 1.])
# example: torch.tensor([1., 3.])
def unpacked(x):
    a, b = x
    if a > b:  # trace: branch
        a, b = b, a
    return a * 2 - b


# inputs: torch.tensor([3., 4.])
# example: torch.tensor([1., 2.])
def constructor_of_items(x):
    total = x.sum()
    scale = torch.tensor([float(total), 1.0])  # trace: baked-constant
    return x * scale


# inputs: torch.tensor([3., 4.])
# example: torch.tensor([1., 2.])
def as_tensor_of_number(x):
    scale = torch.as_tensor(x.max().item())  # trace: baked-constant
    return x * scale


# inputs: torch.ones(2)
def random_of_python(x):
    return x * random.random()  # trace: randomness


# inputs: torch.ones(2)
def random_branch(x):
    if random.random() > 0.5:  # trace: randomness
        return x * 2
    return x * 3


# inputs: torch.ones(2)
# agrees: trace
def random_of_torch(x):
    return x + torch.rand(2)  # note: draws random numbers


# inputs: torch.ones(2)
def random_item(x):
    scale = torch.rand(1).item()  # trace: item
    return x * scale


# inputs: torch.ones(6, 2)
# example: torch.ones(4, 2)
def list_output(x):
    return [row + 1 for row in x.split(2)]  # trace: loop-count


# inputs: torch.ones(6, 2)
# example: torch.ones(4, 2)
def list_of_pieces(x):
    return x.split(2)  # trace: baked-constant


# inputs: torch.ones(5)
# example: torch.ones(3)
# agrees: trace
def resized(x):
    y = x * 2
    y.resize_(2, 1)
    return y + 1


# inputs: torch.ones(5)
# example: torch.ones(3)
def resized_by_number(x):
    n = len(x)  # trace: len
    y = torch.zeros(9)
    y.resize_(n)
    return y + x.sum()


# inputs: torch.ones(3)
class CountsCalls(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1  # trace: python-state
        return x * self.calls


history = []


# inputs: torch.ones(3)
def remembers(x):
    history.append(1)
    return x + len(history)  # trace: python-state


cache = {}


# inputs: torch.ones(3) * 2
# example: torch.ones(3)
def cached(x):
    if "first" in cache:  # trace: python-state
        return cache["first"] * 2
    cache["first"] = x + 1
    return x + 1


calls = 0


# inputs: torch.ones(3)
def global_counter(x):
    global calls
    calls += 1
    if calls > 1:  # trace: python-state
        x = x * 2
    return x + 1


# inputs: torch.ones(2, 3)
# example: torch.ones(3)
def raises_on_rank(x):
    if x.dim() != 1:  # trace: rank-branch
        raise ValueError("one dimension is wanted")
    return x + 1


# inputs: -torch.ones(3)
# example: torch.ones(3)
def asserts(x):
    assert x.min() > 0, "positive numbers are wanted"  # trace: branch
    return x.log()


# inputs: torch.ones(4, 6)
# example: torch.ones(4, 3)
def view_of_number(x):
    n = int(x.shape[1])  # trace: baked-constant
    return x.reshape(-1).view(4, n)


# inputs: torch.ones(2) + 1
# example: torch.ones(2)
def keyed_result(x):  # trace: exception
    return {"mean": x.mean().item(), "twice": x * 2}


# inputs: torch.ones(2)
def nested(x):
    return torch.jit.trace(lambda y: y + 1, (x,))(x)  # trace: exception


weight = torch.ones(2, requires_grad=True)


# inputs: torch.ones(2)
def constant_with_gradient(x):
    return x * weight  # trace: exception


# inputs: torch.ones(2) * 2
# example: torch.ones(2)
def no_dependence(x):
    return torch.tensor([x.sum().item()])  # trace: baked-constant


# inputs: torch.ones(2)
def no_result(x):  # trace: exception
    x + 1


# inputs: torch.ones(2)
def text_result(x):  # trace: exception
    return "done"
