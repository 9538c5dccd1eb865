import torch


def _convert(module, kinds, memory_format):
    for each in module.modules():
        if isinstance(each, kinds):
            each.weight.data = each.weight.detach().clone().contiguous(memory_format=memory_format)
    return module


def convert_conv2d_weight_memory_format(module, memory_format):
    return _convert(module, (torch.nn.Conv2d, torch.nn.ConvTranspose2d), memory_format)


def convert_conv3d_weight_memory_format(module, memory_format):  # @2.6+
    return _convert(module, (torch.nn.Conv3d, torch.nn.ConvTranspose3d), memory_format)  # @2.6+
