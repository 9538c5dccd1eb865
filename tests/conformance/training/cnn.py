# A convolutional network on drawn digits: dropout, batch norm, a data loader that shuffles, SGD with momentum, a schedule.
import torch
from torch import nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(1)
SHAPES = ['111101101101111', '010110010010111', '111001111100111', '111001111001111', '101101111001001',
          '111100111001111', '111100111101111', '111001010010010', '111101111101111', '111101111001111']


def digits(count):
    strokes = torch.tensor([[float(c) for c in shape] for shape in SHAPES]).view(10, 1, 5, 3)
    labels = torch.randint(10, (count,))
    images = F.pad(F.interpolate(strokes[labels], scale_factor=2.0), (5, 5, 3, 3))
    return images + 0.4 * torch.randn(images.shape), labels


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3, padding=1)
        self.norm = nn.BatchNorm2d(8)
        self.conv2 = nn.Conv2d(8, 16, 3, padding=1)
        self.drop = nn.Dropout(0.25)
        self.fc = nn.Linear(16 * 4 * 4, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm(self.conv1(x))), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return F.log_softmax(self.fc(self.drop(x.flatten(1))), 1)


images, labels = digits(800)
test_images, test_labels = digits(200)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
schedule = torch.optim.lr_scheduler.StepLR(optimizer, 2, 0.5)
for epoch in range(4):
    model.train()
    for x, y in DataLoader(TensorDataset(images, labels), batch_size=32, shuffle=True):
        optimizer.zero_grad()
        loss = F.nll_loss(model(x), y)
        loss.backward()
        optimizer.step()
        print('loss', loss.item())
    schedule.step()
model.eval()
with torch.no_grad():
    print('accuracy', (model(test_images).argmax(1) == test_labels).float().mean().item())
