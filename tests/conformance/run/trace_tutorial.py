"""The tutorial on TorchScript: tracing and scripting, each in the other."""
import torch


class MyDecisionGate(torch.nn.Module):
    def forward(self, x):
        if x.sum() > 0:
            return x
        else:
            return -x


class MyCell(torch.nn.Module):
    def __init__(self, dg):
        super(MyCell, self).__init__()
        self.dg = dg
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x, h):
        new_h = torch.tanh(self.dg(self.linear(x)) + h)
        return new_h, new_h


class MyRNNLoop(torch.nn.Module):
    def __init__(self, cell):
        super(MyRNNLoop, self).__init__()
        self.cell = cell

    def forward(self, xs):
        h, y = torch.zeros(3, 4), torch.zeros(3, 4)
        for i in range(xs.size(0)):
            y, h = self.cell(xs[i], h)
        return y, h


class WrapRNN(torch.nn.Module):
    def __init__(self, loop):
        super(WrapRNN, self).__init__()
        self.loop = loop

    def forward(self, xs):
        y, h = self.loop(xs)
        return torch.relu(y)


torch.manual_seed(0)
x, h = torch.rand(3, 4), torch.rand(3, 4)
traced_cell = torch.jit.trace(MyCell(MyDecisionGate()), (x, h))
print(traced_cell)
print(traced_cell.code)
print(traced_cell.dg.code)
scripted_gate = torch.jit.script(MyDecisionGate())
my_cell = MyCell(scripted_gate)
traced_cell = torch.jit.trace(my_cell, (x, h))
print(traced_cell.dg.code)
with torch.no_grad():
    print(traced_cell(x, h)[0])
loop = torch.jit.script(MyRNNLoop(traced_cell))
print(loop.code)
traced = torch.jit.trace(WrapRNN(loop), (torch.rand(10, 3, 4)))
print(traced.code)
with torch.no_grad():
    print(traced(torch.ones(2, 3, 4)))
traced.save("wrapped_rnn.pt")
loaded = torch.jit.load("wrapped_rnn.pt")
print(loaded)
print(loaded.code)
with torch.no_grad():
    print(torch.equal(loaded(torch.ones(4, 3, 4)), traced(torch.ones(4, 3, 4))))
