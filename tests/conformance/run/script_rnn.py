"""Cells and sequences: the tutorial's MyCell and MyRNNLoop, and nn's own recurrent modules, scripted."""
from typing import List, Optional, Tuple

import torch
from torch import Tensor, nn


class MyDecisionGate(nn.Module):
    def forward(self, x):
        if x.sum() > 0:
            return x
        else:
            return -x


class MyCell(nn.Module):
    def __init__(self, dg):
        super(MyCell, self).__init__()
        self.dg = dg
        self.linear = nn.Linear(4, 4)

    def forward(self, x, h):
        new_h = torch.tanh(self.dg(self.linear(x)) + h)
        return new_h, new_h


class MyRNNLoop(nn.Module):
    def __init__(self):
        super(MyRNNLoop, self).__init__()
        self.cell = torch.jit.script(MyCell(torch.jit.script(MyDecisionGate())))

    def forward(self, xs):
        h, y = torch.zeros(3, 4), torch.zeros(3, 4)
        for i in range(xs.size(0)):
            y, h = self.cell(xs[i], h)
        return y, h


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(4, 3, 2, bidirectional=True)
        self.gru = nn.GRU(4, 3, batch_first=True)
        self.cell = nn.LSTMCell(4, 3)

    def forward(self, x: Tensor, state: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor, List[Tensor]]:
        out, (h, c) = self.lstm(x, state)
        steps: List[Tensor] = []
        hx, cx = torch.zeros(x.size(1), 3), torch.zeros(x.size(1), 3)
        for t in range(x.size(0)):
            hx, cx = self.cell(x[t], (hx, cx))
            steps.append(hx)
        return out, self.gru(x.transpose(0, 1))[0], steps


torch.manual_seed(0)
cell = MyCell(MyDecisionGate())
x, h = torch.rand(3, 4), torch.rand(3, 4)
scripted_cell = torch.jit.script(cell)
print(scripted_cell)
print(scripted_cell.dg.code)
print(scripted_cell.code)
loop = torch.jit.script(MyRNNLoop())
print(loop.code)
with torch.no_grad():
    print(cell(x, h)[0])
    print(scripted_cell(x, h)[0])
    print(loop(torch.rand(2, 3, 4)))
tagger = Tagger().eval()
scripted = torch.jit.script(tagger)
xs = torch.randn(5, 2, 4)
with torch.no_grad():
    for a, b in zip(tagger(xs), scripted(xs)):
        print(torch.allclose(a, b, atol=1e-6) if torch.is_tensor(a) else len(a) == len(b))
    print(scripted(xs)[0][0, 0], scripted(xs, (torch.ones(4, 2, 3), torch.zeros(4, 2, 3)))[0][-1, 1])
