# Every schedule of learning rates, and averages of models.
import torch
from torch import nn, optim
from torch.optim import lr_scheduler as S
from torch.optim import swa_utils as W

NEW = hasattr(optim, 'Adafactor')


def made(kind='SGD', **options):
    groups = [{'params': [nn.Parameter(torch.ones(2))]}, {'params': [nn.Parameter(torch.ones(1))], 'lr': 0.3}]
    return getattr(optim, kind)(groups, lr=0.1, **options)


def show(name, scheduler, steps=14, read=lambda o: ''):
    optimizer = scheduler.optimizer
    for i in range(steps):
        print(name, i, scheduler.get_last_lr(), read(optimizer))
        optimizer.step()
        scheduler.step()
    state = scheduler.state_dict()
    print(sorted(k for k in state if not k.startswith('_') and k not in ('use_beta1', 'anneal_func')), state['last_epoch'] if 'last_epoch' in state else None)


show('step', S.StepLR(made(), 3))
show('multi', S.MultiStepLR(made(), [2, 5, 5, 9], gamma=0.5))
show('constant', S.ConstantLR(made(), factor=0.5, total_iters=4))
show('linear', S.LinearLR(made(), start_factor=0.5, total_iters=4))
show('exponential', S.ExponentialLR(made(), 0.9))
show('polynomial', S.PolynomialLR(made(), total_iters=6, power=2.0))
show('cosine', S.CosineAnnealingLR(made(), T_max=5, eta_min=0.01), 24)
show('restarts', S.CosineAnnealingWarmRestarts(made(), T_0=3, T_mult=2), 24)
show('lambda', S.LambdaLR(made(), [lambda e: 0.9 ** e, lambda e: 1 / (e + 1)]))
show('multiplicative', S.MultiplicativeLR(made(), lambda e: 0.95))
momentum = lambda o: [g['momentum'] for g in o.param_groups]
betas = lambda o: [g['betas'] for g in o.param_groups]
for mode in ['triangular', 'triangular2', 'exp_range']:
    show(mode, S.CyclicLR(made(momentum=0.9), 0.01, [0.1, 0.2], step_size_up=3, step_size_down=4, mode=mode, gamma=0.9), 16, momentum)
show('cyclic fn', S.CyclicLR(made('Adam'), 0.01, 0.1, step_size_up=3, scale_fn=lambda x: 1 / (5 ** (x * 0.1)), scale_mode='iterations',
                             cycle_momentum=NEW), 8, betas)
show('onecycle', S.OneCycleLR(made(momentum=0.9), 0.5, total_steps=12), 11, momentum)
show('onecycle3', S.OneCycleLR(made('Adam'), [0.5, 0.2], epochs=3, steps_per_epoch=4, three_phase=True, anneal_strategy='linear'), 11, betas)
o = made()
show('sequential', S.SequentialLR(o, [S.ConstantLR(o, 0.1, total_iters=2), S.ExponentialLR(o, 0.9), S.StepLR(o, 2)], [3, 7]))
o = made()
show('chained', S.ChainedScheduler([S.ConstantLR(o, 0.1, total_iters=2), S.ExponentialLR(o, 0.9)]))
o = made()
plateau = S.ReduceLROnPlateau(o, factor=0.5, patience=1, cooldown=1, min_lr=[0.01, 0.1])
for i, loss in enumerate([3, 2, 2, 2, 2, 2.1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]):
    plateau.step(loss)
    print('plateau', i, [g['lr'] for g in o.param_groups], plateau.best, plateau.num_bad_epochs, plateau.in_cooldown)
print({k: v for k, v in sorted(plateau.state_dict().items()) if not k.startswith('_') and k != 'default_min_lr'})
show('swa', W.SWALR(made(), swa_lr=[0.05, 0.01], anneal_epochs=4), 8)

# A saved schedule goes on.
o = made()
s = S.CosineAnnealingLR(o, 7)
for i in range(3):
    o.step(), s.step()
saved, rates = s.state_dict(), o.state_dict()
o = made()
s = S.CosineAnnealingLR(o, 7)
o.load_state_dict(rates)
s.load_state_dict(saved)
show('resumed', s, 4)
s.step(2)
print(s.get_last_lr())


def error(function):
    try:
        print('no error', function())
    except Exception as e:
        print(type(e).__name__, e)


o = made()
for function in [lambda: S.StepLR(3, 1), lambda: S.ExponentialLR(o, 1, last_epoch=3), lambda: S.LambdaLR(o, [len]),
                 lambda: S.ConstantLR(o, 2), lambda: S.LinearLR(o, end_factor=3), lambda: S.CosineAnnealingWarmRestarts(o, 0),
                 lambda: S.OneCycleLR(o, 1), lambda: S.OneCycleLR(o, 1, total_steps=3, anneal_strategy='x'),
                 lambda: S.OneCycleLR(optim.Adagrad([nn.Parameter(torch.ones(1))]), 1, total_steps=3), lambda: S.CyclicLR(o, 1, 2, mode='x'),
                 lambda: S.ReduceLROnPlateau(o, factor=1.0), lambda: S.ReduceLROnPlateau(o, mode='x'),
                 lambda: S.ReduceLROnPlateau(o, min_lr=[1]), lambda: S.SequentialLR(o, [S.ExponentialLR(o, 1)], [1])]:
    error(function)

# Averages.
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
average = W.AveragedModel(model)
decayed = W.AveragedModel(model, avg_fn=lambda a, p, n: 0.5 * a + 0.5 * p, use_buffers=True)
models = [average, decayed]
if NEW:
    models += [W.AveragedModel(model, multi_avg_fn=W.get_ema_multi_avg_fn(0.9)), W.AveragedModel(model, avg_fn=W.get_ema_avg_fn(0.9))]
for i in range(4):
    with torch.no_grad():
        for p in model.parameters():
            p.add_(i + 1)
    model(torch.randn(5, 3))
    for each in models:
        each.update_parameters(model)
for each in models:
    print(each.n_averaged, [f'{x:.4f}' for p in each.parameters() for x in p.flatten().tolist()][:6],
          [f'{x:.4f}' for b in each.buffers() for x in b.flatten().tolist()])
W.update_bn([torch.randn(6, 3) for _ in range(3)], average)
print([f'{x:.3f}' for x in average.module[1].running_mean.tolist()], average.module[1].momentum)
print(sorted(average.state_dict()))
