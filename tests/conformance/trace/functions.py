"""Functions: operators, numbers from sizes, mutation, containers, code with tracer warnings."""
from typing import Dict, List, Tuple

import torch
import torch.nn.functional as F
from harness import case, run_all


@case(lambda: (torch.rand(2, 3, 4), torch.rand(2, 3, 4),), lambda: (torch.rand(1, 2, 2), torch.rand(1, 2, 2),))
def view_of_size(x, y):
    z = x + y
    b = z.view(z.size(0), -1)
    c = b[:, 1:]
    c += 2
    return F.relu(b).sum(), c


@case(lambda: (torch.rand(4),), lambda: (torch.rand(6),))
def numbers_of_sizes(x):
    n = x.shape[0]
    y = torch.zeros(n, 3)
    z = torch.arange(n)
    w = y[:n, 1:n] + n
    u = x.view(-1, n // 2) + x.numel()
    return w, z, u, x[n - 1], torch.full((n,), 2.5), torch.empty_like(x) * 0


@case(lambda: (torch.rand(4),), lambda: (-torch.rand(4),))
def branch_on_a_value(x):
    if x.sum() > 0:
        return x * 2
    return x - 1


@case(lambda: (torch.rand(4),), lambda: (torch.rand(5),))
def values_of_python(x):
    n = len(x)
    m = int(x.size(0))
    v = x.mean().item()
    f = float(x.max())
    t = torch.tensor([n, 2])
    return x * n + m + v * f + t.sum()


@case(lambda: (torch.rand(3, 2),), lambda: (torch.rand(3, 2),))
def rows(x):
    total = torch.zeros(2)
    for row in x:
        total = total + row
    a, b, c = x
    return total + a * b - c


@case(lambda: (torch.rand(4), [torch.rand(4), torch.rand(4)], {"a": torch.rand(4), "b": torch.rand(4)}, (torch.rand(4), (torch.rand(4), torch.rand(4))),))
def containers(x, items, named, pair):
    a, (b, c) = pair
    return items[0] + named['a'] + a + b, (c, x.max(0)[0]), x[x > 0.5].sum(), x.chunk(2)


@case(lambda: (torch.rand(2, 2),), lambda: (torch.rand(2, 2),))
def list_result(x):
    return [x, x + 1]


@case(lambda: (torch.rand(2, 2),), strict=False)
def list_result_not_strict(x):
    return [x, x + 1]


@case(lambda: (torch.rand(2, 2),), strict=False)
def dict_result(x):
    return {'a': x, 'b': x + 1}


@case(lambda: (torch.rand(2, 2),))
def dict_result_strict(x):
    return {'a': x, 'b': x + 1}


@case(lambda: (torch.rand(2),))
def no_result(x):
    x + 1


@case(lambda: (torch.rand(2),))
def number_result(x):
    return 3


CONSTANT = torch.arange(3.0)


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),))
def baked_constant(x):
    return x * CONSTANT


@case(lambda: (torch.rand(3),))
def constant_result(x):
    return CONSTANT


@case(lambda: (torch.rand(3),))
def constant_with_gradient(x):
    return x * torch.rand(3, requires_grad=True)


@case(lambda: (torch.rand(3, 4),), lambda: (torch.rand(5, 4),))
def arithmetic(x):
    y = 2 - x
    z = 2 / (x + 1)
    w = x ** 2 + 2 ** x
    v = x // 0.5 + x % 0.3
    u = -x + abs(x)
    return y + z * w - v + u, (x > 0.5) & (x < 0.9) | ~(x == 0), x @ x.t()


@case(lambda: (torch.rand(3, 4),), lambda: (torch.rand(5, 4),))
def inplace(x):
    y = x.clone()
    y += 1
    y -= x
    y *= 2
    y /= 3
    y[0] = 5
    y[:, 1] = x[:, 2]
    y[1:2, 0] = x.sum()
    y.add_(1).clamp_(min=0.5)
    y.fill_(2) if False else y.mul_(x)
    return y


@case(lambda: (torch.rand(3, 4),), lambda: (torch.rand(3, 4),))
def index(x):
    i = torch.tensor([0, 2])
    return x[i], x[:, [0, 1]], x[..., None], x[None, 1], x[x > 0.5].sum(), x[-1], x[0, 1:3], x[::2, i]


@case(lambda: (torch.rand(3, 4),), lambda: (torch.rand(2, 4),))
def reductions(x):
    return (x.sum(), x.sum(1), x.mean(dim=(0, 1)), x.max(), x.max(1)[0], x.min(0, keepdim=True)[1], x.std(), x.var(1), x.norm(),
            x.argmax(1), x.prod(), x.any(), x.all(), x.cumsum(0), x.logsumexp(1))


@case(lambda: (torch.rand(2, 3, 4),), lambda: (torch.rand(5, 3, 4),))
def shapes(x):
    b, c, d = x.shape
    y = x.permute(0, 2, 1).reshape(b, d * c)
    z = x.transpose(1, 2).contiguous().view(b, -1)
    w = x.flatten(1).unsqueeze(0).expand(2, -1, -1).squeeze()
    return y, z, w, x.repeat(1, 2, 1), torch.cat([x, x], 1), torch.stack((x, x)), x.split(2, 1), x.unbind(2), x.size()[1:][0]


@case(lambda: (torch.rand(2, 3, 8, 8),), lambda: (torch.rand(1, 3, 8, 8),))
def functional(x):
    w = torch.ones(4, 3, 3, 3)
    y = F.conv2d(x, w, None, 2, 1)
    y = F.relu(y, inplace=True)
    y = F.max_pool2d(y, 2)
    y = F.adaptive_avg_pool2d(y, (1, 1))
    y = F.interpolate(y, scale_factor=2.0)
    y = F.pad(y, (1, 1), value=0.5)
    y = F.dropout(y, 0.5, training=False)
    y = F.softmax(y.flatten(1), dim=-1)
    return F.layer_norm(y, (y.size(-1),)), F.log_softmax(y, 1), F.gelu(y), F.silu(y), F.leaky_relu(y, 0.1), F.hardtanh(y)


@case(lambda: (torch.rand(2, 5), torch.randint(0, 5, (2,)),))
def losses(x, y):
    return F.cross_entropy(x, y), F.mse_loss(x, x + 1), F.l1_loss(x, x * 2), F.nll_loss(F.log_softmax(x, 1), y), F.one_hot(y, 5)


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),))
def conversions(x):
    return (x.float(), x.double(), x.long(), x.to(torch.float64), x.to(x), x.to('cpu'), x.type(torch.int32), x.type_as(x.double()),
            x.half().float(), x.bool(), x.to(torch.float64, non_blocking=True), x.to('cpu', torch.float16).float())


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),))
def factories(x):
    return (torch.ones(2), torch.zeros_like(x), torch.ones(2, 3, dtype=torch.int64), torch.arange(0, 3, 2), torch.linspace(0, 1, 3),
            torch.eye(2), torch.full_like(x, 3.0), x.new_zeros(2), x.new_ones((2,), dtype=torch.int32), x.new_full((1,), 2.0),
            torch.arange(3, dtype=torch.float32), torch.zeros(2, device='cpu'), x.new_tensor([1.0, 2.0]), torch.as_tensor([1, 2]))


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),))
def detached(x):
    y = x.detach() + x.data
    with torch.no_grad():
        z = y * 2
    return z


@case(lambda: (torch.rand(3), torch.rand(3),))
def where(x, y):
    return torch.where(x > y, x, y), torch.maximum(x, y), torch.clamp(x, 0.2, 0.8), x.masked_fill(x > 0.5, 0.0), x.tril if False else x


@case(lambda: (torch.rand(2, 3, 4), torch.rand(2, 4, 5),))
def products(x, y):
    return (torch.bmm(x, y), torch.matmul(x, y), torch.einsum('bij,bjk->bik', x, y), x[0] @ y[0], torch.addmm(x[0, :, :1], x[0], y[0, :, :1]),
            torch.dot(x[0, 0], x[1, 0]), torch.outer(x[0, 0], y[0, 0]))


@case(lambda: (torch.rand(4, 4),))
def order(x):
    v, i = x.sort(1)
    t = torch.topk(x, 2)
    return v, i, t.values, t[1], x.argsort(), x.gather(1, i), x.scatter(1, i, v), x.flip(0), x.roll(1, 0)


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),))
def dtype_branch(x):
    if x.dtype == torch.float32 and x.dim() == 1 and x.is_floating_point():
        return x + 1
    return x


@case(lambda: (torch.rand(4),), lambda: (torch.rand(2),))
def loop_over_size(x):
    y = x
    for i in range(x.shape[0]):
        y = y + i
    return y


@case(lambda: (torch.rand(4), torch.tensor(2),), lambda: (torch.rand(4), torch.tensor(1),))
def tensor_index(x, n):
    items = [1.0, 2.0, 3.0]
    return x * items[n] + x[n] + x[:n].sum() + x[n:].sum()


@case(lambda: (torch.rand(3),), check_trace=False)
def random(x):
    return x + torch.rand(3), F.dropout(x), torch.randn_like(x)


@case(lambda: (torch.rand(2),))
def nested_trace(x):
    return torch.jit.trace(lambda y: y, x)(x)


@case(lambda: (torch.rand(2), torch.rand(2),))
def same_tensor_twice(x, y):
    return x + x, y


@case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(3, 3),))
def shape_comparison(x):
    if x.shape[0] == 2:
        x = x + 1
    if x.size() == torch.Size([2, 3]):
        x = x + 2
    return x


@case(lambda: (torch.rand(2, 3),))
def to_list(x):
    values = x.tolist()
    return x * values[0][0]


@case(lambda: (torch.rand(5, 5),))
def math_of_sizes(x):
    import math
    scale = 1 / math.sqrt(x.size(-1))
    half = x.shape[0] // 2
    twice = x.size(1) * 2
    return x * scale, x[:half], torch.ones(twice), x.view(1, -1).expand(half, -1)


@torch.jit.script
def scripted(x, n: int = 2):
    if bool(x.sum() > 0):
        x = x * n
    return x, x.sum()


@case(lambda: (torch.rand(3),), lambda: (-torch.rand(3),))
def calls_script(x):
    y, s = scripted(x)
    z, _ = scripted(y, 3)
    return z + s


@torch.jit.script
def scripted_containers(x, items: List[torch.Tensor], named: Dict[str, torch.Tensor]) -> Tuple[List[torch.Tensor], Dict[str, torch.Tensor]]:
    return items + [x], {'a': x, 'b': named['a']}


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),))
def calls_script_with_containers(x):
    items, named = scripted_containers(x, [x, x + 1], {'a': x})
    return items[2] + named['b']


inner_trace = torch.jit.trace(lambda x, y: (x + y, x - y), (torch.rand(3), torch.rand(3)))


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),))
def calls_trace(x):
    a, b = inner_trace(x, x * 2)
    return a * b


@case(lambda: (torch.rand(3),), lambda: (torch.rand(4),))
def unused_input(x, y=None):
    return x.sigmoid()


@case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(2, 3),))
def keyword_arguments(x):
    return torch.sum(input=x, dim=1, keepdim=True), torch.cat(tensors=(x, x), dim=0), torch.clamp(x, max=0.5), torch.add(x, x, alpha=2)


@case(lambda: (torch.rand(2),), lambda: (torch.rand(3),))
def tasks(x):
    y = x * 2
    first = torch.jit.fork(lambda a, b: (a + b * y, a), x, y)
    second = torch.jit.fork(torch.neg, y)
    p, q = torch.jit.wait(first)
    return p + q + second.wait()


@case(lambda: (torch.rand(3, 3),))
def multiple_names(x):
    y = z = x.mul(2)
    w = [y + i for i in range(2)]
    return sum(w), z


if __name__ == '__main__':
    run_all()
