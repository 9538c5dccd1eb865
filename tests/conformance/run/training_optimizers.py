# Every optimizer, with its options: parameters after some steps, states, texts, errors.
import sys
import torch
from torch import nn, optim

NEW = hasattr(optim, 'Adafactor')


def shown(value):
    if isinstance(value, torch.Tensor):
        return [f'{x:.4f}' for x in value.flatten().tolist()]
    if isinstance(value, float):
        return f'{value:.5g}'
    if isinstance(value, (list, tuple)):
        return [shown(v) for v in value]
    if isinstance(value, dict):
        return {k: shown(v) for k, v in value.items()}
    return value


def problem():
    torch.manual_seed(3)
    a = nn.Parameter(torch.randn(3, 2))
    b = nn.Parameter(torch.randn(4))
    x = torch.randn(5, 3)

    def loss():
        return ((x @ a).tanh() - 0.3).pow(2).sum() + (b - torch.arange(4.)).pow(2).sum()
    return [a, b], loss


CASES = [
    ('SGD', dict(lr=0.05)), ('SGD', dict(lr=0.05, momentum=0.9, weight_decay=0.01)),
    ('SGD', dict(lr=0.01, momentum=0.5, nesterov=True, maximize=True)), ('SGD', dict(lr=0.02, momentum=0.5, dampening=0.3)),
    ('Adam', {}), ('Adam', dict(lr=0.1, amsgrad=True, weight_decay=0.1)), ('Adam', dict(lr=0.1, maximize=True)),
    ('AdamW', dict(lr=0.1)), ('AdamW', dict(lr=0.1, amsgrad=True, foreach=True)),
    ('Adamax', dict(lr=0.1, weight_decay=0.1)), ('NAdam', dict(lr=0.1, weight_decay=0.1)), ('RAdam', dict(lr=0.1, weight_decay=0.1)),
    ('Adagrad', dict(lr=0.1, lr_decay=0.1, initial_accumulator_value=0.2)), ('Adadelta', dict(weight_decay=0.1)),
    ('RMSprop', dict(lr=0.05)), ('RMSprop', dict(lr=0.05, momentum=0.5, centered=True, weight_decay=0.1)),
    ('Rprop', dict(lr=0.05)), ('ASGD', dict(lr=0.05, t0=2)),
    ('LBFGS', dict(lr=0.5, max_iter=4)), ('LBFGS', dict(line_search_fn='strong_wolfe', max_iter=4)),
]
if NEW:
    CASES += [('Adafactor', dict(lr=0.1)), ('NAdam', dict(lr=0.1, weight_decay=0.1, decoupled_weight_decay=True)),
              ('RAdam', dict(lr=0.1, weight_decay=0.1, decoupled_weight_decay=True)), ('Adam', dict(fused=True, weight_decay=0.1)),
              ('AdamW', dict(fused=True, amsgrad=True)), ('SGD', dict(lr=0.05, fused=True, momentum=0.9, nesterov=True)),
              ('Adagrad', dict(fused=True)), ('SGD', {})]
for name, options in CASES:
    params, loss = problem()
    optimizer = getattr(optim, name)(params, **options)
    print(optimizer)
    print(optimizer.defaults)

    def closure():
        optimizer.zero_grad()
        value = loss()
        value.backward()
        return value

    for i in range(12):
        last = optimizer.step(closure)
    print(name, options, shown(last.item()), [shown(p.detach()) for p in params])
    saved = optimizer.state_dict()
    if name != 'LBFGS':
        print(shown(saved))
    other_params, _ = problem()
    other = getattr(optim, name)(other_params, lr=7)
    other.load_state_dict(saved)
    print(other.param_groups[0]['lr'], sorted(other.state[other_params[0]]))

# Groups, hooks, gradients.
params, loss = problem()
optimizer = optim.SGD([{'params': params[:1]}, {'params': params[1:], 'lr': 0.5, 'momentum': 0.1}], lr=0.1)
print(optimizer)
more = nn.Parameter(torch.ones(2))
optimizer.add_param_group({'params': more, 'weight_decay': 0.5})
print(len(optimizer.param_groups), optimizer.param_groups[2]['lr'])
loss().backward()
optimizer.step()
optimizer.zero_grad()
print(params[0].grad is None, more.grad)
optimizer.zero_grad(set_to_none=False)
if NEW:
    from torch.optim.optimizer import register_optimizer_step_post_hook
    calls = []
    handles = [optimizer.register_step_pre_hook(lambda o, args, kwargs: calls.append('before')),
               optimizer.register_step_post_hook(lambda o, args, kwargs: calls.append('after')),
               optimizer.register_state_dict_post_hook(lambda o, state: calls.append('saved')),
               register_optimizer_step_post_hook(lambda o, args, kwargs: calls.append('all'))]
    optimizer.step()
    optimizer.state_dict()
    for handle in handles:
        handle.remove()
    optimizer.step()
    print(calls)
    named = optim.Adam([('w', params[0]), ('b', params[1])])
    print(named.state_dict()['param_groups'][0]['param_names'])


def error(function):
    try:
        print('no error', function())
    except Exception as e:
        print(type(e).__name__, e)


w = nn.Parameter(torch.ones(2))
for function in [lambda: optim.SGD([], lr=1), lambda: optim.SGD(w, lr=1), lambda: optim.SGD([w], lr=-1.), lambda: optim.SGD({w}, lr=1),
                 lambda: optim.Adam([w], betas=(1.5, 0.9)), lambda: optim.Adam([w], eps=-1), lambda: optim.SGD([w * 2], lr=1),
                 lambda: optim.SGD([w], lr=1, nesterov=True), lambda: optim.Adam(['a']), lambda: optim.Rprop([w], etas=(2, 3)),
                 lambda: optim.Adadelta([w], rho=2), lambda: optim.SGD([{'params': [w]}, {'params': [w]}], lr=1),
                 lambda: optim.LBFGS([{'params': [w]}, {'params': [nn.Parameter(torch.ones(1))]}]),
                 lambda: optim.Optimizer([w], {}).step(),
                 lambda: optim.SGD([w], lr=1).load_state_dict({'state': {}, 'param_groups': []}),
                 lambda: optim.SGD([w], lr=1).load_state_dict({'state': {}, 'param_groups': [{'params': [1, 2]}]})]:
    error(function)
w.grad = torch.ones(2)
error(lambda: optim.SparseAdam([w]).step())

# A class of the program: its step() has hooks, too.
class Plain(optim.Optimizer):
    def __init__(self, params):
        super().__init__(params, dict(lr=0.1))

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group['params']:
                p -= group['lr'] * p.grad


plain = Plain([w])
plain.step()
print(w.tolist(), plain)
