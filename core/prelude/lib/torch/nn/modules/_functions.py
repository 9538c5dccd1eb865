import torch
from torch.autograd import Function

from .. import functional as F


# Divides each element by a power of the mean square of the channels around it. A Function, not a function:
# that is why a module that calls it cannot be compiled.
class CrossMapLRN2d(Function):
    @staticmethod
    def forward(ctx, input, size, alpha=1e-4, beta=0.75, k=1):
        assert input.dim() == 4
        # As many channels on each side; an even size counts as the odd one below it.
        reach = int((size - 1) / 2)
        squares = input * input
        sums = F.pad(squares, (0, 0, 0, 0, reach, reach)).unfold(1, 2 * reach + 1, 1).sum(-1)
        # PyTorch never takes the first channel out of its running sum, and models were trained with that.
        sums[:, reach + 1:] += squares[:, :1]
        return input * torch.pow(sums * (alpha / size) + k, -beta)
