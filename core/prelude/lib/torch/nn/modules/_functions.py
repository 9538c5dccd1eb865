import torch
from torch.autograd import Function

from .. import functional as F


# Divides each element by a power of the mean square of neighbouring channels. It is an autograd Function, so a module
# that calls it can't be compiled in PyTorch 1.13 and can't be saved in PyTorch 2.
class CrossMapLRN2d(Function):
    @staticmethod
    def forward(ctx, input, size, alpha=1e-4, beta=0.75, k=1):
        assert input.dim() == 4
        # The same number of channels on each side; an even size is treated as the next smaller odd size.
        reach = int((size - 1) / 2)
        squares = input * input
        sums = F.pad(squares, (0, 0, 0, 0, reach, reach)).unfold(1, 2 * reach + 1, 1).sum(-1)
        # PyTorch never removes the first channel from its running sum; trained models depend on that.
        sums[:, reach + 1:] += squares[:, :1]
        return input * torch.pow(sums * (alpha / size) + k, -beta)


# Passes values on. Its node runs the hooks of a module with all gradients of the module's inputs or outputs.
class BackwardHookFunction(Function):
    @staticmethod
    def forward(ctx, *args):
        ctx.mark_non_differentiable(*[arg for arg in args if not arg.requires_grad])
        return args

    @staticmethod
    def backward(ctx, *args):
        return args
