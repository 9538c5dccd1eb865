import torch
from torch import nn

from models.common import Concat, Conv


class Model(nn.Module):
    def __init__(self, cfg="yolo.yaml", ch=3):
        super().__init__()
        self.stem = Conv(ch, 8, 3, 2)
        self.branch = Conv(8, 8)
        self.concat = Concat()

    def forward(self, x):
        y = self.stem(x)
        return self.concat([y, self.branch(y)])


def attempt_load(weights, device):
    model = Model()
    model.load_state_dict(torch.load(weights, map_location=device))
    return model.float().eval()
