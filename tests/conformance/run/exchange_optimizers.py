# Saved states of optimizers and schedules: written by one program, read by the other one, which goes on training.
import sys
import torch
from torch import nn, optim

CASES = [('SGD', dict(lr=0.05, momentum=0.9)), ('Adam', dict(lr=0.05, amsgrad=True)), ('AdamW', dict(lr=0.05)), ('Adamax', dict(lr=0.05)),
         ('NAdam', dict(lr=0.05)), ('RAdam', dict(lr=0.05)), ('Adagrad', dict(lr=0.05)), ('Adadelta', {}),
         ('RMSprop', dict(lr=0.01, momentum=0.5, centered=True)), ('Rprop', dict(lr=0.05)), ('ASGD', dict(lr=0.05)),
         ('LBFGS', dict(max_iter=3, line_search_fn='strong_wolfe'))]
x = torch.arange(12.).view(4, 3) / 10


def made(name, options):
    model = nn.Linear(3, 2)
    with torch.no_grad():
        model.weight.copy_(torch.arange(6.).view(2, 3) / 7)
        model.bias.fill_(0.5)
    optimizer = getattr(optim, name)(model.parameters(), **options)
    return model, optimizer, optim.lr_scheduler.StepLR(optimizer, 2, 0.5)


def train(model, optimizer, schedule, steps):
    for i in range(steps):
        def closure():
            optimizer.zero_grad()
            loss = (model(x) ** 2).sum()
            loss.backward()
            return loss
        optimizer.step(closure)
        schedule.step()


for name, options in CASES:
    model, optimizer, schedule = made(name, options)
    if sys.argv[1] == 'write':
        train(model, optimizer, schedule, 3)
        torch.save({'model': model.state_dict(), 'optimizer': optimizer.state_dict(), 'schedule': schedule.state_dict()}, name + '.pt')
    else:
        saved = torch.load(name + '.pt')
        model.load_state_dict(saved['model'])
        optimizer.load_state_dict(saved['optimizer'])
        schedule.load_state_dict(saved['schedule'])
        train(model, optimizer, schedule, 3)
        print(name, schedule.get_last_lr(), [f'{v:.3f}' for p in model.parameters() for v in p.flatten().tolist()])
        state = optimizer.state_dict()['state'][0]
        print({k: type(v).__name__ for k, v in sorted(state.items())})
