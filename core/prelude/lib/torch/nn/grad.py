# Gradients of convolutions with respect to one operand.
import torch
from .modules.utils import _pair, _single, _triple


def _convolution_grad(grad_output, input, weight, stride, padding, dilation, groups, wanted):
    return torch.ops.aten.convolution_backward(
        grad_output, input, weight, None, stride, padding, dilation, False, [0], groups,
        (wanted == 0, wanted == 1, False))[wanted]


def _by_input(ntuple, input_size, weight, grad_output, stride, padding, dilation, groups):
    # Only the shape of that operand is used.
    input = grad_output.new_empty(1).expand(input_size)
    return _convolution_grad(
        grad_output, input, weight, ntuple(stride), ntuple(padding), ntuple(dilation), groups, 0)


def _by_weight(ntuple, input, weight_size, grad_output, stride, padding, dilation, groups):
    weight = grad_output.new_empty(1).expand(weight_size)
    return _convolution_grad(
        grad_output, input, weight, ntuple(stride), ntuple(padding), ntuple(dilation), groups, 1)


def conv1d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return _by_input(_single, input_size, weight, grad_output, stride, padding, dilation, groups)


def conv1d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return _by_weight(_single, input, weight_size, grad_output, stride, padding, dilation, groups)


def conv2d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return _by_input(_pair, input_size, weight, grad_output, stride, padding, dilation, groups)


def conv2d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return _by_weight(_pair, input, weight_size, grad_output, stride, padding, dilation, groups)


def conv3d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return _by_input(_triple, input_size, weight, grad_output, stride, padding, dilation, groups)


def conv3d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    return _by_weight(_triple, input, weight_size, grad_output, stride, padding, dilation, groups)
