# torch.autocast on the CPU: the dtypes of operators, of gradients and of scripts, and training with it.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x, w, v = torch.randn(3, 4), torch.randn(4, 4), torch.randn(4)
images = torch.randn(2, 4, 5, 5)
CASES = [
    ('mm', lambda: x @ w),
    ('mv', lambda: w @ v),
    ('dot', lambda: v @ v),
    ('einsum', lambda: torch.einsum('ij,jk->ik', x, w)),
    ('outer', lambda: torch.outer(v, v)),
    ('tensordot', lambda: torch.tensordot(x, w, 1)),
    ('conv2d', lambda: F.conv2d(images, torch.randn(2, 4, 3, 3))),
    ('linear', lambda: F.linear(x, w, v)),
    ('same', lambda: F.conv2d(images, torch.randn(2, 4, 3, 3), padding='same')),
    ('addmm', lambda: torch.addmm(v, x, w)),
    ('gru', lambda: nn.GRU(4, 5)(torch.randn(2, 3, 4))[0]),
    ('rnn', lambda: nn.RNN(4, 5, num_layers=2)(torch.randn(2, 3, 4))[0]),
    ('cross', lambda: F.cross_entropy(x @ w, torch.tensor([0, 1, 2]))),
    ('nll', lambda: F.nll_loss(F.log_softmax(x @ w, 1), torch.tensor([0, 1, 2]))),
    ('softmax', lambda: torch.softmax(x @ w, 1)),
    ('mse', lambda: F.mse_loss(x @ w, x)),
    ('norm', lambda: nn.BatchNorm1d(4)(x @ w)),
    ('add', lambda: (x @ w) + x),
    ('cat', lambda: torch.cat([x @ w, x])),
    ('cat_same', lambda: torch.cat([x @ w, x @ w])),
    ('stack', lambda: torch.stack([x @ w, x])),
    ('total', lambda: (x @ w).sum()),
    ('prod', lambda: (x @ w).prod()),
    ('cumsum', lambda: (x @ w).cumsum(0)),
    ('double', lambda: x.double() @ w.double()),
    ('out', lambda: torch.mm(x, w, out=torch.empty(3, 4))),
    ('whole', lambda: torch.ones(2, 2, dtype=torch.long) @ torch.ones(2, 2, dtype=torch.long)),
    ('distance', lambda: torch.cdist(x, x)),
    ('bilinear', lambda: F.bilinear(x, x, torch.randn(2, 4, 4))),
]
for name, case in CASES:
    with torch.autocast('cpu'):
        result = case()
    print(name, result.dtype, bool(torch.isfinite(result).all()))
with torch.autocast('cpu'):
    print(torch.is_autocast_cpu_enabled(), torch.get_autocast_cpu_dtype(), (x @ w - (x.bfloat16() @ w.bfloat16())).abs().max().item())
    with torch.autocast('cpu', enabled=False):
        print((x @ w).dtype)
    print((x @ w).dtype)
print(torch.is_autocast_cpu_enabled(), (x @ w).dtype)


@torch.autocast('cpu')
def decorated(a):
    return a @ w


print(decorated(x).dtype)
parameter = torch.ones(4, 4, requires_grad=True)
with torch.autocast('cpu'):
    y = x @ parameter
    z = x @ parameter
print(type(y.grad_fn).__name__, [type(node).__name__ for node, _ in y.grad_fn.next_functions])
print(y.grad_fn.next_functions[1][0] is z.grad_fn.next_functions[1][0])
(y + z).sum().backward()
print(parameter.grad.dtype, parameter.grad[0, 0].item())
for arguments in [('cuda', torch.float16), ('cpu', torch.float64)]:
    try:
        with torch.autocast(arguments[0], dtype=arguments[1]):
            print((x @ w).dtype)
    except RuntimeError as error:
        print(error)


@torch.jit.script
def scripted(a, b):
    with torch.autocast('cpu', dtype=torch.bfloat16):
        c = a @ b
    return c, a @ b


print([part.dtype for part in scripted(x, w)])
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
inputs, labels = torch.randn(64, 4), torch.randint(2, (64,))
first = None
for step in range(30):
    optimizer.zero_grad()
    with torch.autocast('cpu'):
        loss = F.cross_entropy(model(inputs), labels)
    loss.backward()
    optimizer.step()
    first = loss.item() if first is None else first
print(loss.dtype, {p.grad.dtype for p in model.parameters()}, loss.item() < first)
scaler = torch.cuda.amp.GradScaler()
print(scaler.is_enabled(), scaler.state_dict(), scaler.get_scale(), scaler.scale(loss) is loss)
