# A residual network on stripes and checks: batch norm, AdamW, one cycle of rates, clipped gradients.
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(2)


def pictures(count):
    kind = torch.randint(4, (count,))
    line = torch.arange(12.)
    patterns = torch.stack([(line * 1.5).sin().expand(12, 12), (line * 1.5).sin().expand(12, 12).t(),
                            (line * 0.7).sin().expand(12, 12), ((line[:, None] + line) * 1.5).sin()])
    return patterns[kind].unsqueeze(1).expand(count, 3, 12, 12) + 0.7 * torch.randn(count, 3, 12, 12), kind


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.shortcut = nn.Sequential()
        if stride != 1 or inputs != outputs:
            self.shortcut = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)))
        return F.relu(self.bn2(self.conv2(y)) + self.shortcut(x))


model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), Block(8, 8, 1), Block(8, 16, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 4))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-2, total_steps=100)
for step in range(100):
    x, y = pictures(32)
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y, label_smoothing=0.1)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    schedule.step()
    print('loss', loss.item())
model.eval()
x, y = pictures(256)
with torch.no_grad():
    print('accuracy', (model(x).argmax(1) == y).float().mean().item())
