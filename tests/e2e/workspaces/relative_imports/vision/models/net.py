from torch import nn

from ..ops import boxes
from .heads import Head


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.head = Head(8, classes)

    def forward(self, image):
        scores = self.head(self.conv(image).mean([2, 3]))
        return boxes.keep(scores, 0.5)
