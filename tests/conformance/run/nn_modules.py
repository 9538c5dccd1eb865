import copy
from collections import OrderedDict

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(OrderedDict([("fc", nn.Linear(3, 3)), ("act", nn.Tanh())]))
        self.heads = nn.ModuleDict({"a": nn.Linear(3, 1), "b": nn.Linear(3, 2)})
        self.scales = nn.ParameterList([nn.Parameter(torch.ones(1)), nn.Parameter(torch.zeros(2))])
        self.register_buffer("mean", torch.zeros(3))
        self.register_parameter("none", None)

    def forward(self, x, head="a"):
        return self.heads[head](self.features(x - self.mean)) * self.scales[0]


torch.manual_seed(0)
net = Net()
print(net)
print([(name, tuple(p.shape)) for name, p in net.named_parameters()])
print([name for name, _ in net.named_children()], [name for name, _ in net.named_modules()])
print(list(net.state_dict()), [name for name, _ in net.named_buffers()])
with torch.no_grad():
    x = torch.ones(2, 3)
    print(net(x), net(x, head="b").shape)
    twin = copy.deepcopy(net)
    print(torch.equal(twin(x), net(x)), twin.features.fc.weight is net.features.fc.weight)
    twin.apply(lambda m: nn.init.constant_(m.weight, 0.5) if isinstance(m, nn.Linear) else None)
    print(twin(x))
    handle = net.register_forward_hook(lambda module, inputs, output: output * 0)
    print(net(x))
    handle.remove()
    print(net(x).abs().sum() > 0)
net.train()
print(net.training, net.features.training, net.eval().training, net.heads["a"].training)
net.double()
print(net.mean.dtype, next(net.parameters()).dtype)
net.float().requires_grad_(False)
print(any(p.requires_grad for p in net.parameters()), "features.fc.weight" in net.state_dict())
try:
    net.load_state_dict({"mean": torch.zeros(3)})
except RuntimeError as error:
    print("RuntimeError")
print(net.load_state_dict({"mean": torch.ones(3)}, strict=False).unexpected_keys, net.mean)
