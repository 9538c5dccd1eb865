import os

os.environ["PYTORCH_JIT"] = "1"
import torch


@torch.jit.script
def f(x):
    return x + 1


print(isinstance(f, torch.jit.ScriptFunction))
print(f(torch.zeros(1)))


@torch.jit.script
def g(x, times: int = 2):
    for _ in range(times):
        x = f(x)
    return x


print(g(torch.zeros(1)), g(torch.zeros(1), 5), g(x=torch.ones(1), times=1))
print(g.code)
print(g.inlined_graph)
