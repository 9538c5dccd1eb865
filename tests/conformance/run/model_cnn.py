import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.relu = nn.ReLU(inplace=True)
        self.short = nn.Sequential() if stride == 1 and inputs == outputs else nn.Sequential(
            nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        return self.relu(y + self.short(x))


def make(width):
    return nn.Sequential(
        nn.Conv2d(3, width, 3, 1, 1), Block(width, width), Block(width, width * 2, 2),
        nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten(), nn.Linear(width * 2, 10))


torch.manual_seed(7)
model = make(8)
print(model)
x = torch.randn(2, 3, 16, 16)
with torch.no_grad():
    trained = model(x)
    print(model[1].bn1.running_mean.abs().round(decimals=5), model[1].bn1.running_var)
    print(model[1].bn1.num_batches_tracked)
    model.eval()
    print(model(x))
    for module in (nn.AvgPool2d(2), nn.MaxPool2d(3, 2, 1), nn.Upsample(scale_factor=2), nn.ZeroPad2d(1),
                   nn.ConvTranspose2d(3, 2, 2, 2), nn.GroupNorm(1, 3), nn.InstanceNorm2d(3), nn.PixelUnshuffle(2)):
        out = module(x)
        print(type(module).__name__, tuple(out.shape), round(out.mean().item(), 4) + 0.0)  # a mean of 0 has either sign
