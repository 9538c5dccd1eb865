# torch.amp.GradScaler on the CPU, which PyTorch has since 2.3.
import torch
from torch import nn

if not hasattr(torch.amp, 'GradScaler'):
    raise SystemExit
torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler('cpu', init_scale=8.0, growth_interval=2)
x = torch.randn(5, 3)
for step in range(6):
    optimizer.zero_grad()
    loss = model(x).pow(2).mean() * (float('inf') if step == 3 else 1)
    scaler.scale(loss).backward()
    if step == 1:
        scaler.unscale_(optimizer)
        print(nn.utils.clip_grad_norm_(model.parameters(), 0.5))
    scaler.step(optimizer)
    scaler.update()
    print(step, scaler.get_scale(), scaler.state_dict(), model.bias)
print(scaler.scale([loss, (loss,)]))
for wrong in [lambda: scaler.scale(3), lambda: scaler.step(optimizer, closure=None), lambda: scaler.load_state_dict({}),
              lambda: torch.amp.GradScaler('cpu').step(optimizer), lambda: scaler.update(), lambda: torch.amp.GradScaler('cpu', growth_factor=1.0)]:
    try:
        wrong()
    except (RuntimeError, ValueError, AssertionError) as error:
        print(type(error).__name__, error)
other = torch.amp.GradScaler('cpu')
other.load_state_dict(scaler.state_dict())
print(other.state_dict(), torch.amp.GradScaler('cpu', enabled=False).state_dict())
