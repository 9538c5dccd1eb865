# Gradients through packed sequences.
import torch
from torch import nn
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

torch.manual_seed(0)
for cls in (nn.LSTM, nn.GRU, nn.RNN):
    for both in (False, True):
        for first in (False, True):
            layer = cls(3, 4, num_layers=2, bidirectional=both, batch_first=first, dropout=0.3 if first else 0.0).double()
            x = torch.randn((3, 5, 3) if first else (5, 3, 3), dtype=torch.double, requires_grad=True)
            output, state = layer(pack_padded_sequence(x, torch.tensor([4, 2, 1]), batch_first=first))
            y, _ = pad_packed_sequence(output, batch_first=first, total_length=6)
            loss = (y * y.detach().cos()).sum() + (state[0] if cls is nn.LSTM else state).sum()
            grads = torch.autograd.grad(loss, [x, *layer.parameters()])
            print(cls.__name__, both, first, [round(float((g * torch.arange(g.numel(), dtype=torch.double).view(g.shape).cos()).sum()), 6) for g in grads])


def cubes(x):
    packed = pack_padded_sequence(x, torch.tensor([3, 1]), batch_first=True)
    return pad_packed_sequence(PackedSequence(packed.data ** 3, packed.batch_sizes), batch_first=True)[0]


x = torch.randn(2, 3, 2, dtype=torch.double, requires_grad=True)
print(torch.autograd.gradcheck(cubes, [x]), torch.autograd.gradgradcheck(cubes, [x]))
