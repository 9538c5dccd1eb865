import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence

for cls in (nn.LSTM, nn.GRU, nn.RNN):
    torch.manual_seed(0)
    layer = cls(3, 4, 3, dropout=0.5, bidirectional=True)
    x = torch.rand(5, 2, 3)
    torch.manual_seed(7)
    output = layer(x)[0]
    print(cls.__name__, output.shape, round(float(output.sum()), 4), round(float(layer(x)[0].sum()), 4))
    packed = layer(pack_padded_sequence(x, torch.tensor([5, 3])))[0]
    print(round(float(packed.data.sum()), 4))
    print(round(float(layer.eval()(x)[0].sum()), 4))
