import torch
from torch.autograd import Function

from .. import functional as F


# Divides each element by a power of the mean square of the channels around it. A Function, not a function: that
# is why a module that calls it cannot be compiled.
class CrossMapLRN2d(Function):
    @staticmethod
    def forward(ctx, input, size, alpha=1e-4, beta=0.75, k=1):
        assert input.dim() == 4
        # As many channels on each side; an even size counts as the odd one below it.
        reach = int((size - 1) / 2)
        squares = F.pad(input * input, (0, 0, 0, 0, reach, reach))
        scale = squares.unfold(1, 2 * reach + 1, 1).sum(-1) * (alpha / size) + k
        return input * torch.pow(scale, -beta)
