# Derivatives along tangents: torch.func's jvp, jacfwd and linearize; and norms of gradients.
import warnings

import torch
from torch import nn
from torch.nn import utils


def tried(function, *arguments):
    try:
        print('ok', function(*arguments))
    except Exception as problem:
        print(type(problem).__name__, str(problem)[:120])


torch.manual_seed(0)
if torch.__version__ >= '2':
    from torch.func import grad, hessian, jacfwd, jvp, linearize
    x, v = torch.randn(3), torch.randn(3)
    f = lambda a: (a.sin() * a.sum(), a ** 3)
    print(jvp(f, (x,), (v,)))
    print(jvp(grad(lambda a: (a ** 4).sum()), (x,), (v,)))
    print(hessian(lambda a: (a ** 3).sum() * a[0])(x) + 0.0)
    print(jacfwd(jacfwd(lambda a: (a ** 3).sum()))(x) + 0.0)
    print([each + 0.0 for each in jacfwd(lambda a, b: a * b, argnums=(0, 1))(x, v)])
    value, along = linearize(f, x)
    print(value, along(v))
    print(grad(lambda a: jvp(lambda b: b ** 3, (a,), (v,))[1].sum())(x))
    print(jvp(lambda a, b: {'s': a * b, 'c': b}, (x, v), (v, x)))
    print(jvp(lambda a: (a * 2, a), (x,), (v,), has_aux=True))
    z = torch.complex(torch.randn(2), torch.randn(2))
    print(jvp(lambda a: a * a.conj() * 2j + a ** 2, (z,), (z * 1j,)))
    print(jvp(lambda a: torch.tensor(3.0), (x,), (v,)))
    for call in (lambda: jvp(f, x, v), lambda: along(torch.ones(2)), lambda: jvp(f, (x,), (v, v))[0][0], lambda: jvp(lambda a: 3, (x,), (v,))):
        tried(call)


def parameters():
    torch.manual_seed(1)
    made = [nn.Parameter(torch.randn(3, 4)), nn.Parameter(torch.randn(5))]
    for i, each in enumerate(made):
        each.grad = torch.randn(each.shape) * (i + 1)
    return made


made = parameters()
print(utils.clip_grad_norm_(made, 1.0), [each.grad.sum() for each in made])
print(utils.clip_grad_norm_((each for each in parameters()), 1.0, float('inf')))
made = parameters()
utils.clip_grad_value_(made, 0.1)
print(made[1].grad)
if torch.__version__ >= '2':
    made = parameters()
    norm = utils.get_total_norm([each.grad for each in made], 3)
    utils.clip_grads_with_norm_(made, 0.5, norm)
    print(norm, made[0].grad)
made = parameters()
made[0].grad[0, 0] = float('nan')
tried(lambda: utils.clip_grad_norm_(made, 1.0, error_if_nonfinite=True))
images = nn.Sequential(nn.Conv2d(3, 4, 3))
utils.convert_conv2d_weight_memory_format(images, torch.channels_last)
print(images[0].weight.stride())
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    utils.clip_grad_norm(parameters(), 1.0)
    print(caught[0].category.__name__, caught[0].message)
