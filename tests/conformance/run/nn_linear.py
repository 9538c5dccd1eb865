import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
print(layer)
with torch.no_grad():
    print(layer.weight)
    print(layer(torch.ones(1, 3)))
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
print(model)
for name, parameter in model.named_parameters():
    print(name, tuple(parameter.shape), parameter.requires_grad)
print(sum(p.numel() for p in model.parameters()))
model.eval()
with torch.no_grad():
    out = model(torch.randn(2, 4))
    print(out.shape, out.sum().item() == out.sum().item())
    print(torch.softmax(out, dim=1))
state = model.state_dict()
print(list(state.keys()))
other = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
print(other.load_state_dict(state))
with torch.no_grad():
    print(torch.equal(other(torch.ones(1, 4)), model(torch.ones(1, 4))))
