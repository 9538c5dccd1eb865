"""Traces that diverge without a warning of the tracer."""
import torch
from torch import nn


# inputs: torch.ones(3, dtype=torch.float64)
# example: torch.ones(3)
def branch_on_dtype(x):
    if x.dtype == torch.float32:  # trace: dtype-branch
        return x + 1
    return x - 1


# inputs: torch.ones(3, dtype=torch.int64)
# example: torch.ones(3)
def branch_on_floating_point(x):
    scale = 2 if x.is_floating_point() else 3  # trace: dtype-branch
    return x * scale


# inputs: torch.ones(2, 3)
# example: torch.ones(3)
def branch_on_ndim(x):
    if x.ndim == 1:  # trace: rank-branch
        return x + 1
    return x - 1


# inputs: torch.ones(2, 3)
# example: torch.ones(3)
def branch_on_length_of_shape(x):
    if len(x.shape) == 1:  # trace: rank-branch
        x = x * 2
    return x


# inputs: torch.ones(2, 3)
# example: torch.ones(3)
def branch_on_rank_in_variable(x):
    is_batch = x.dim() > 1
    y = x * 2
    if is_batch:  # trace: rank-branch
        y = y + 1
    return y


# inputs: torch.ones(4, 2)
# example: torch.ones(2, 2)
def loop_over_size(x):
    total = torch.zeros(2)
    for i in range(x.shape[0]):  # trace: loop-count
        total = total + x[i] * (i + 1)
    return total


# inputs: torch.ones(3)
# example: torch.ones(5)
def fewer_rounds(x):
    for _ in range(x.size(0)):  # trace: loop-count
        x = x + 1
    return x


# inputs: torch.ones(2), torch.tensor(2)
# example: torch.ones(2), torch.tensor(0)
def tensor_as_index(x, i):
    scales = [1.0, 2.0, 3.0]
    return x * scales[i]  # trace: baked-constant


# inputs: torch.ones(2), torch.tensor(1)
# example: torch.ones(2), torch.tensor(0)
def tensor_as_index_of_tensors(x, i):
    choices = (x + 1, x + 2)
    return choices[i] * 2  # trace: baked-constant


# inputs: torch.arange(6.).reshape(3, 2), torch.tensor(2)
# example: torch.arange(6.).reshape(3, 2), torch.tensor(0)
# agrees: trace
def tensor_as_index_of_tensor(x, i):
    return x[i] * 2


# inputs: torch.arange(6.).reshape(3, 2), torch.tensor(1)
# example: torch.arange(6.).reshape(3, 2), torch.tensor(0)
# agrees: trace
def tensor_as_second_index(x, i):
    return x[:, i]


# inputs: torch.tensor([1., -2., 3., 4.])
# example: torch.tensor([1., -2., 3., -4.])
# agrees: trace
def mask(x):
    return x[x > 0] * 2


# inputs: torch.tensor([1., -2., 3., 4.])
# example: torch.tensor([1., -2., 3., -4.])
def elements_of_mask_counted(x):
    kept = x[x > 0]
    n = int(kept.shape[0])  # trace: baked-constant
    return kept.sum() / n


# inputs: torch.tensor([1., -2., 3., 4.])
# example: torch.tensor([1., -2., 3., -4.])
def elements_of_mask(x):
    total = torch.zeros(())
    kept = x[x > 0]
    for i in range(kept.shape[0]):  # trace: loop-count
        total = total + kept[i]
    return total


# inputs: torch.ones(3) * 5
# example: torch.ones(3)
def data_of_tensor(x):
    y = x.data  # trace: baked-constant
    return y * 2


# inputs: torch.ones(3) * 5
# example: torch.ones(3)
def write_through_data(x):
    y = x * 1
    y.data.add_(x)  # trace: baked-constant
    return y


# inputs: torch.ones(3) * 5
# example: torch.ones(3)
# agrees: trace
def detached(x):
    y = x.detach()
    return y * 2


# inputs: torch.ones(3) * 5
# example: torch.ones(3)
def detached_to_python(x):
    mean = x.detach().mean().item()  # trace: item
    return x - mean + x.sum() * mean


# inputs: torch.ones(3) * 5
# example: torch.ones(3)
def detached_data(x):
    y = x.detach().data  # trace: baked-constant
    return y * 2


# inputs: torch.ones(4, 2)
# example: torch.ones(3, 2)
# agrees: trace
def write_into_slice(x):
    y = x.clone()
    half = y.shape[0] // 2
    y[:half] = 0
    return y


# inputs: torch.ones(6, 2)
# example: torch.ones(3, 2)
def write_into_counted_slice(x):
    y = x.clone()
    n = len(range(y.shape[0])) - 1  # trace: baked-constant
    y[:n] = 0
    return y


# inputs: torch.ones(5, 2)
# example: torch.ones(3, 2)
# agrees: trace
def fill_row_zero(x):
    x[0] = torch.rand(*x.shape[1:2])
    return x


# inputs: torch.tensor([[1., 2.], [3., 4.]])
# example: torch.zeros(2, 2)
def write_where_python_says(x):
    y = x.clone()
    row = 1 if float(x[0, 0]) > 0.5 else 0  # trace: branch
    y[row] = 9
    return y


# inputs: torch.ones(4, 4)
class LeftInTraining(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.dropout = nn.Dropout(0.5)

    def forward(self, x):
        x = self.linear(x)
        return self.dropout(x)  # trace: training-mode


# inputs: torch.randn(4, 3, 5, 5)
class NormLeftInTraining(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm2d(3)

    def forward(self, x):
        return torch.relu(self.norm(x))  # trace: training-mode


# inputs: torch.ones(3)
class BranchOnTraining(nn.Module):
    def forward(self, x):
        if self.training:  # trace: training-mode
            return x + 1
        return x


# inputs: torch.ones(3)
# agrees: eager, script
def another_way_when_traced(x):
    if torch.jit.is_tracing():  # trace: branch
        y = x * 2
    else:
        y = x * 3
    return y + 1


# inputs: torch.ones(3)
# example: torch.zeros(3)
# agrees: eager, script
class WritesThroughData(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", torch.zeros(3))

    def forward(self, x):
        self.seen.data.add_(1)  # trace: in-place
        return x + self.seen
