# Batch normalization in evaluation is y = (x - mean) / sqrt(var + eps) * weight + bias. This is linear in x, so it can
# be merged into the preceding layer.
import copy

import torch


def _fused(layer, bn, fuse, *options):
    assert not (layer.training or bn.training), 'only layers in evaluation are fused'
    result = copy.deepcopy(layer)
    result.weight, result.bias = fuse(
        result.weight, result.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias, *options)
    return result


def fuse_conv_bn_eval(conv, bn, transpose=False):
    return _fused(conv, bn, fuse_conv_bn_weights, transpose)


def fuse_linear_bn_eval(linear, bn):
    return _fused(linear, bn, fuse_linear_bn_weights)


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    if conv_b is None:
        conv_b = torch.zeros_like(bn_rm)
    if bn_w is None:
        bn_w = torch.ones_like(bn_rm)
    if bn_b is None:
        bn_b = torch.zeros_like(bn_rm)
    scale = bn_w * torch.rsqrt(bn_rv + bn_eps)
    # The output channels are the first dimension of the weight, or the second in a transposed convolution.
    shape = [1] * len(conv_w.shape)
    shape[1 if transpose else 0] = -1
    return (torch.nn.Parameter(conv_w * scale.reshape(shape)),
            torch.nn.Parameter((conv_b - bn_rm) * scale + bn_b))


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    if linear_b is None:
        linear_b = torch.zeros_like(bn_rm)
    scale = bn_w * torch.rsqrt(bn_rv + bn_eps)
    return (torch.nn.Parameter(linear_w * scale.unsqueeze(-1)),
            torch.nn.Parameter((linear_b - bn_rm) * scale + bn_b))
