"""A traced model for phones. Tracing accepts code that scripting refuses."""
import torch
from torch import nn
from torch.utils.mobile_optimizer import optimize_for_mobile


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)

    def forward(self, image, **options):
        found = self.conv(image)
        if found.sum() > 0:  # warning: TS7001
            found = found * 2
        return [part for part in found.unbind(0) if part is not None]  # warning: TS7004


model = Detector().eval()
x = torch.rand(1, 3, 8, 8)
optimized = optimize_for_mobile(torch.jit.trace(model, x))  # root
optimized._save_for_lite_interpreter("detector.ptl")
