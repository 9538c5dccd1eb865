# 动态图和静态图: trace 的两个例子
import torch
from torch import nn


def fill_row_zero(x):
    x[0] = torch.rand(*x.shape[1:2])
    return x


torch.manual_seed(0)
traced = torch.jit.trace(fill_row_zero, (torch.rand(3, 4),), check_trace=False)
print(traced.graph)
print(traced.code)


class CondModel(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        if torch.sum(x) > 10:
            return x
        else:
            return x + 10


torch_model = CondModel()
input_x = torch.rand(2, 3)
trace_model = torch.jit.trace(torch_model, input_x)
print(trace_model.graph)
print(trace_model.code)
print((torch_model(input_x), trace_model(input_x)))
input_y = torch.ones(2, 3) * 5
print((torch_model(input_y), trace_model(input_y)))
print(trace_model.__class__)
print(trace_model)
