# Masks of one element: tensors and bools as indices.
import torch

t = torch.tensor(0.)
t[t == 0.5] = float('nan')
print(t)
t[t == 0.0] = 3
print(t)
t[False] = 5
print(t)
t[True] = 6
print(t)
t[torch.tensor(False)] = torch.tensor(9.)
print(t)
v = torch.zeros(3)
v[torch.tensor(False)] = 1
print(v)
v[torch.tensor(True)] = 2
print(v)
v[False] = 3
print(v)
print(t[t == 0.5].shape, v[torch.tensor(False)].shape, v[False].shape)
m = torch.zeros(2, 3)
m[torch.tensor(False), 1] = 1
print(m)
m[True, 1] = 1
print(m)
m[torch.zeros(2, 3, dtype=torch.bool)] = 4
print(m)
t[t == 0.5] += 1
print(t)


@torch.jit.script
def filled(x, mask):
    x[mask] = 1.0
    return x


print(filled(torch.zeros(2), torch.tensor(True)), filled(torch.zeros(2), torch.tensor(False)))
for call in (lambda: filled(torch.zeros(()), torch.tensor(True)), lambda: torch.ops.aten.index(torch.zeros(3), [torch.tensor(True)])):
    try:
        print(call())
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__)
