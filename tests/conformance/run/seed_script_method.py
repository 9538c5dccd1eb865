# 旧式的 ScriptModule：方法上的装饰器
import torch


class MyModule(torch.jit.ScriptModule):
    __constants__ = ["factor"]

    def __init__(self, factor):
        super().__init__()
        self.factor = factor
        self.weight = torch.nn.Parameter(torch.ones(2, 2))

    @torch.jit.script_method
    def f(self, x):
        return x * x

    @torch.jit.script_method
    def forward(self, x):
        return x + self.f(x) * self.factor + self.weight


module = MyModule(3)
print(module.code)
print(module.f.code)
with torch.no_grad():
    print(module(torch.tensor([[1.0, 2.0], [3.0, 4.0]])))
print(isinstance(module, torch.nn.Module), isinstance(module, torch.jit.ScriptModule))
print(list(module.state_dict()))
print(module.factor)
