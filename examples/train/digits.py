# Trains a small network on handwritten digits, saves it as TorchScript, loads it, and draws a digit that it takes for another one,
# with the gradient of the wrong score by each pixel.
#
#     tsdbg run examples/train/digits.py DATA FOLDER
#
# DATA has MNIST/raw with the four idx files of MNIST (digits_to_idx.mjs makes smaller ones); FOLDER gets digits.pt and wrong_digit.svg.
import os
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

data, folder = sys.argv[1:]
SIDE = 28


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3)
        self.conv2 = nn.Conv2d(8, 16, 3)
        self.dropout = nn.Dropout(0.2)
        self.out = nn.Linear(400, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return F.log_softmax(self.out(self.dropout(x.flatten(1))), 1)


def right(model, loader):
    """The share of digits that the model recognises, and the ones that it does not: picture, label, answer."""
    wrong, count = [], 0
    with torch.no_grad():
        for pictures, labels in loader:
            answers = model(pictures).argmax(1)
            count += len(labels)
            wrong += [(pictures[i], labels[i].item(), answers[i].item()) for i in (answers != labels).nonzero()[:, 0].tolist()]
    return 1 - len(wrong) / count, wrong


def svg(panels):
    """A picture of SIDE * SIDE squares for each panel, a title and rows of colours."""
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {len(panels) * 32} 34" width="{len(panels) * 320}" height="340">',
             f'<rect width="{len(panels) * 32}" height="34" fill="#ffffff"/>']
    for i, (title, rows) in enumerate(panels):
        lines.append(f'<text x="{i * 32 + 2}" y="3.6" font-size="2" font-family="sans-serif" fill="#333333">{title}</text>')
        for y, row in enumerate(rows):
            for x, colour in enumerate(row):
                lines.append(f'<rect x="{i * 32 + 2 + x}" y="{y + 5}" width="1.02" height="1.02" fill="{colour}"/>')
    return '\n'.join([*lines, '</svg>', ''])


def grey(share):
    level = round(255 * (1 - share))
    return f'#{level:02x}{level:02x}{level:02x}'


def signed(share):
    """White at 0, red for what raises the score, blue for what lowers it."""
    level = round(255 * (1 - abs(share)))
    return f'#ff{level:02x}{level:02x}' if share > 0 else f'#{level:02x}{level:02x}ff'


def draw(model, picture, label, answer):
    pixels = picture.unsqueeze(0).requires_grad_()
    model(pixels)[0, answer].backward()
    slope = pixels.grad[0, 0] / pixels.grad.abs().max()
    image = picture[0] / picture.max()
    return svg([(f'a {label}, taken for {answer}', [[grey(max(0.0, x)) for x in row] for row in image.tolist()]),
                (f'red raises the score of {answer}', [[signed(x) for x in row] for row in slope.tolist()])])


torch.manual_seed(1)
transform = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1307,), (0.3081,))])
train = DataLoader(datasets.MNIST(data, train=True, transform=transform), batch_size=32, shuffle=True)
test = DataLoader(datasets.MNIST(data, train=False, transform=transform), batch_size=500)
model = Net()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 6e-3, epochs=4, steps_per_epoch=len(train))
begin = time.time()
for epoch in range(4):
    model.train()
    total = 0.0
    for pictures, labels in train:
        optimizer.zero_grad()
        loss = F.nll_loss(model(pictures), labels)
        loss.backward()
        optimizer.step()
        schedule.step()
        total += loss.item()
    model.eval()
    print(f'epoch {epoch + 1}: loss {total / len(train):.4f}, right {right(model, test)[0]:.2%}')
print(f'trained in {time.time() - begin:.1f} s')

file = os.path.join(folder, 'digits.pt')
torch.jit.script(model).save(file)
loaded = torch.jit.load(file)
share, wrong = right(loaded, test)
print(f'loaded from {file}: right {share:.2%}')
if wrong:
    drawing = os.path.join(folder, 'wrong_digit.svg')
    with open(drawing, 'w') as out:
        out.write(draw(loaded, *wrong[0]))
    print(f'open {os.path.abspath(drawing)}')
