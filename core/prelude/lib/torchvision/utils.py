"""Grids of images, and images as files."""
import math

import torch
from PIL import Image

__all__ = ['make_grid', 'save_image']


def make_grid(tensor, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0):
    if not torch.is_tensor(tensor):
        if not isinstance(tensor, list) or not all(torch.is_tensor(each) for each in tensor):
            raise TypeError(f'tensor or list of tensors expected, got {type(tensor)}')
        tensor = torch.stack(tensor, dim=0)
    if tensor.dim() == 2:
        tensor = tensor.unsqueeze(0)
    if tensor.dim() == 3:
        tensor = (torch.cat((tensor, tensor, tensor), 0) if tensor.size(0) == 1 else tensor).unsqueeze(0)
    if tensor.dim() == 4 and tensor.size(1) == 1:
        tensor = torch.cat((tensor, tensor, tensor), 1)
    if normalize:
        tensor = tensor.clone()
        if value_range is not None and not isinstance(value_range, tuple):
            raise TypeError('value_range has to be a tuple (min, max) if specified. min and max are numbers')
        for part in tensor if scale_each else [tensor]:
            low, high = value_range or (float(part.min()), float(part.max()))
            part.clamp_(min=low, max=high).sub_(low).div_(max(high - low, 1e-5))
    if tensor.size(0) == 1:
        return tensor.squeeze(0)
    count = tensor.size(0)
    columns = min(nrow, count)
    rows = math.ceil(count / columns)
    height, width = tensor.size(2) + padding, tensor.size(3) + padding
    grid = tensor.new_full((tensor.size(1), height * rows + padding, width * columns + padding), pad_value)
    for i in range(count):
        y, x = i // columns * height + padding, i % columns * width + padding
        grid[:, y:y + tensor.size(2), x:x + tensor.size(3)] = tensor[i]
    return grid


def save_image(tensor, fp, format=None, **kwargs):
    grid = make_grid(tensor, **kwargs)
    pixels = grid.mul(255).add_(0.5).clamp_(0, 255).permute(1, 2, 0).to('cpu', torch.uint8)
    Image.fromarray(pixels.numpy()).save(fp, format=format)
