# The nodes of products, which PyTorch records as several.
import torch
import torch.nn.functional as F


def shown(node):
    if node is None:
        return 'None'
    inner = ', '.join(shown(n) for n, _ in node.next_functions)
    return type(node).__name__ + (f'({inner})' if inner else '')


def made(*sizes, needed=True):
    return torch.ones(*sizes, requires_grad=needed)


for rank in (1, 2, 3, 4):
    for needed in (True, False):
        x = made(*[2] * (rank - 1), 3, needed=needed)
        print(rank, needed, shown(F.linear(x, made(4, 3), made(4)).grad_fn), shown(F.linear(x, made(4, 3)).grad_fn))
        print(shown(F.linear(x, made(4, 3, needed=False), made(4)).grad_fn))
for left in (1, 2, 3):
    for right in (1, 2, 3):
        x, y = made(*[2] * (left - 1), 3), made(*[2] * (right - 2), 3, 2) if right > 1 else made(3)
        print(left, right, shown(torch.matmul(x, y).grad_fn), shown(torch.linalg.matmul(x, y).grad_fn))
for change in (lambda y: y.fill_(2), lambda y: y.fill_(made(1)[0]), lambda y: y.copy_(made(3)), lambda y: y.zero_()):
    y = made(3) * 1
    change(y)
    print(shown(y.grad_fn))

# A shared weight has the sum of the gradients of its uses, in each order.
weight = torch.arange(6.).reshape(2, 3).div(7).requires_grad_()
back = made(3, 2)
state = torch.ones(4, 3)
for _ in range(3):
    state = torch.tanh(F.linear(F.linear(state, weight), back))
loss = state.sum() + F.linear(torch.ones(3), weight).sum()
first, = torch.autograd.grad(loss, weight, create_graph=True)
again, = torch.autograd.grad(loss, weight, retain_graph=True)
print([round(v, 4) for v in first.flatten().tolist()], torch.allclose(first, again))
print([round(v, 3) for v in torch.autograd.grad(first.pow(2).sum(), weight, retain_graph=True)[0].flatten().tolist()])
seen = []
weight.register_hook(lambda grad: seen.append(tuple(grad.shape)))
loss.backward()
print(seen, [round(v, 4) for v in weight.grad.flatten().tolist()], back.grad.shape)
