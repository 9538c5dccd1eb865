import os

os.environ["PYTORCH_JIT"] = "0"
import torch


@torch.jit.script
def f(x):
    print("eager", type(x).__name__)
    return x + 1


class Old(torch.jit.ScriptModule):
    @torch.jit.script_method
    def forward(self, x):
        return f(x) * 2


traced = torch.jit.trace(f, torch.ones(1))
print(type(f).__name__, traced is f, f(torch.ones(1)))
print(Old()(torch.ones(2)))
print(type(torch.jit.script(torch.nn.Linear(1, 1))).__name__)
