import torch
from torch import nn


def bits(tensor):
    whole = tensor.detach().contiguous().view(-1)
    as_ints = whole.view({4: torch.int32, 8: torch.int64}[whole.element_size()]).long()
    weights = torch.arange(1, as_ints.numel() + 1)
    return int((as_ints * weights % 1000003).sum())


def show(name, make):
    torch.manual_seed(1)
    made = make()
    tensors = made.state_dict().values() if isinstance(made, nn.Module) else [made]
    print(name, [bits(tensor) for tensor in tensors if tensor.is_floating_point()])


show('uniform_', lambda: torch.empty(1000).uniform_(-0.3, 0.7))
show('uniform_ double', lambda: torch.empty(50, dtype=torch.float64).uniform_(-3, 0.1))
for count in (1, 15, 16, 17, 31, 32, 1000, 4099):
    show(f'randn {count}', lambda: torch.randn(count))
    show(f'normal_ {count}', lambda: torch.empty(count).normal_(0.3, 1.7))
    show(f'randn double {count}', lambda: torch.randn(count, dtype=torch.float64))
show('randn of a transposed tensor', lambda: torch.empty(20, 30).t().normal_(1, 2))
show('linear', lambda: nn.Linear(30, 40))
show('conv', lambda: nn.Conv2d(3, 16, 5))
show('embedding', lambda: nn.Embedding(50, 7))
show('lstm', lambda: nn.LSTM(5, 6, 2))
show('attention', lambda: nn.MultiheadAttention(16, 4))
show('transformer', lambda: nn.TransformerEncoderLayer(8, 2, 16))
for name in ('uniform_', 'normal_', 'xavier_uniform_', 'xavier_normal_', 'kaiming_uniform_', 'kaiming_normal_'):
    show(name, lambda: getattr(nn.init, name)(torch.empty(33, 17)))
