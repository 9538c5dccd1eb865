import random

import numpy as np
import torch
from PIL import Image
from torchvision import transforms as T
from torchvision.transforms import InterpolationMode
from torchvision.transforms import functional as F


def of(image):
    """Tells two images apart by their pixels: exactly for images of PIL, to three digits for tensors, whose rounding is the machine's."""
    if isinstance(image, (tuple, list)):
        return [of(each) for each in image]
    pixels = torch.as_tensor(np.array(image)).double().reshape(-1)
    weighted = (pixels * (torch.arange(len(pixels)) % 251 + 1)).sum().item()
    if isinstance(image, Image.Image):
        return image.mode, image.size, int(weighted)
    return image.dtype, tuple(image.shape), f'{weighted:.3g}'


def about(image):
    return image.mode, image.size, f'{np.array(image).mean():.2g}'


# Sawtooth waves of integers, which every machine computes alike.
y, x = torch.arange(40)[:, None], torch.arange(64)
wave = (x * 3 + y * 2) % 120 + (x - 2 * y) % 90
whole = torch.stack([wave, wave.flip(0), 255 - wave]).to(torch.uint8)
floats = whole / 255
pil = F.to_pil_image(whole)
gray = pil.convert('L')
batch = torch.stack([floats, floats.flip(2)])
images = [floats, whole, pil, gray]

print(of(F.to_tensor(pil)), of(F.to_tensor(gray)), of(F.pil_to_tensor(pil)), of(F.to_tensor(np.array(pil))), of(F.to_pil_image(floats)))
print(of(F.to_pil_image(floats[0], 'F')), of(F.to_pil_image(np.array(gray))), of(T.ToPILImage('L')(whole[:1])))
for dtype in (torch.float32, torch.float64, torch.uint8, torch.int16, torch.int32):
    print(of(F.convert_image_dtype(whole, dtype)), of(T.ConvertImageDtype(dtype)(floats.double())))
print(of(F.normalize(floats, [0.1, 0.2, 0.3], [0.5, 0.6, 0.7])), of(T.Normalize(0.5, 2)(floats)), of(T.Normalize((0.5,), (2,))(batch)))

for image in images + [batch]:
    for size in (20, [30], [17, 90], (100, 30)):
        for mode in (InterpolationMode.NEAREST, InterpolationMode.BILINEAR, InterpolationMode.BICUBIC):
            print(mode, size, of(F.resize(image, size, mode)))
    print(of(F.resize(image, 20, antialias=True)), of(F.resize(image, 20, max_size=25, antialias=True)))
    print(of(F.center_crop(image, 30)), of(F.center_crop(image, (50, 31))), of(F.crop(image, -2, 60, 20, 20)), of(F.hflip(image)), of(F.vflip(image)))
    print(of(F.five_crop(image, 8)), of(F.resized_crop(image, 3, 4, 20, 21, [10, 12])))
    for mode in ('constant', 'edge', 'reflect', 'symmetric'):
        print(mode, of(F.pad(image, [1, 2, 3, 4], padding_mode=mode)), of(F.pad(image, 3, padding_mode=mode)))
for image in images:
    for action in (F.adjust_brightness, F.adjust_contrast, F.adjust_saturation, F.adjust_sharpness, F.adjust_gamma):
        print(action.__name__, *[of(action(image, factor)) for factor in (0, 0.4, 1, 1.7)])
    print([of(F.adjust_hue(image, factor)) for factor in (-0.4, 0.0, 0.1, 0.5)], of(F.invert(image)), of(F.autocontrast(image)))
    print(of(F.rgb_to_grayscale(image)), of(F.rgb_to_grayscale(image, 3)), of(F.solarize(image, 0.5)), of(F.gaussian_blur(image, 5)))
    if image is not floats:
        print(of(F.posterize(image, 3)), of(F.equalize(image)))
    for mode in (InterpolationMode.NEAREST, InterpolationMode.BILINEAR):
        print(of(F.rotate(image, 30, mode)), of(F.rotate(image, 90, mode, expand=True)), of(F.rotate(image, -17, mode, center=[3, 4])))
        print(of(F.affine(image, 20, [3, 4], 1.3, [5.0, 6.0], mode)), of(F.affine(image, 0, [3, 4], 1.0, [0.0, 0.0], mode)))
        warped = F.perspective(image, [[0, 0], [63, 0], [63, 39], [0, 39]], [[4, 5], [60, 1], [50, 30], [3, 38]], mode)
        print(of(warped) if isinstance(warped, torch.Tensor) else about(warped))
print(of(F.erase(floats, 2, 3, 4, 5, torch.tensor(0.5))), of(F.rotate(whole, 30, fill=[1.0, 2.0, 3.0])), of(F.ten_crop(floats, 8, True)))

random_transforms = [
    T.RandomCrop(20), T.RandomCrop((50, 70), padding=4, pad_if_needed=True), T.RandomHorizontalFlip(), T.RandomVerticalFlip(0.7),
    T.RandomResizedCrop(12), T.RandomResizedCrop((8, 9), scale=(0.5, 0.6), ratio=(3, 4)), T.ColorJitter(0.4, 0.3, 0.2, 0.1),
    T.ColorJitter(brightness=(0.5, 0.6)), T.RandomRotation(30), T.RandomRotation((10, 20), InterpolationMode.BILINEAR, expand=True),
    T.RandomAffine(10, (0.1, 0.2), (0.7, 1.2), 5), T.RandomAffine((1, 2), shear=(1, 2, 3, 4), fill=7), T.RandomGrayscale(0.5),
    T.RandomPerspective(0.4, 0.8), T.GaussianBlur(5), T.GaussianBlur((3, 5), 0.7), T.RandomInvert(), T.RandomSolarize(0.4),
    T.RandomAdjustSharpness(2), T.RandomAutocontrast(), T.Grayscale(3), T.RandomApply([T.CenterCrop(9), T.Pad(2)], 0.6),
]
tensor_transforms = [T.RandomErasing(), T.RandomErasing(0.9, value='random'), T.RandomErasing(1, value=(1, 2, 3)), T.RandomPosterize(3), T.RandomEqualize()]
for transform in random_transforms + tensor_transforms + [T.FiveCrop(9), T.TenCrop(9), T.Resize(10), T.Lambda(abs), T.ToTensor(), T.ToPILImage('L')]:
    print(transform)
for seed in range(4):
    for transform in random_transforms:
        torch.manual_seed(seed)
        results = [transform(image) for image in (floats, whole, pil, batch)]
        show = about if isinstance(transform, T.RandomPerspective) else of
        print(transform.__class__.__name__, *[show(each) if isinstance(each, Image.Image) else of(each) for each in results])
    torch.manual_seed(seed)
    random.seed(seed)
    print([of(transform(whole)) for transform in tensor_transforms[:3:2]], [of(transform(whole)) for transform in tensor_transforms[3:]])
    print(of(tensor_transforms[1](floats)), of(T.RandomOrder([T.RandomCrop(20), T.Resize(30)])(pil)),
          of(T.RandomChoice([T.RandomCrop(20), T.Resize(15)])(pil)), torch.rand(1))
