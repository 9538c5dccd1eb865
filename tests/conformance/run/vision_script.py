import torch
from torch import nn
from torchvision import transforms as T
from torchvision.transforms import functional as F

image = torch.arange(3 * 20 * 30).reshape(3, 20, 30).float() / 1800
transforms = [
    T.CenterCrop(10), T.Normalize((0.5, 0.5, 0.5), (0.2, 0.2, 0.2)), T.Resize([8, 9]), T.RandomHorizontalFlip(), T.RandomVerticalFlip(),
    T.RandomCrop(9), T.ConvertImageDtype(torch.uint8), T.RandomResizedCrop(6), T.ColorJitter(0.1, 0.1, 0.1, 0.1), T.RandomRotation(10),
    T.RandomAffine(10), T.Grayscale(), T.GaussianBlur(3), T.Pad([1, 2]), T.RandomInvert(), T.RandomSolarize(0.5), T.RandomAutocontrast(),
    T.RandomPerspective(),
]
for transform in transforms:
    scripted = torch.jit.script(transform)
    torch.manual_seed(0)
    eager = transform(image)
    torch.manual_seed(0)
    print(type(transform).__name__, torch.equal(scripted(image), eager))
both = torch.jit.script(nn.Sequential(T.CenterCrop(10), T.Normalize((0.5, 0.5, 0.5), (0.2, 0.2, 0.2))))
print(both(image).shape, f'{both(image).double().sum().item():.4g}')


@torch.jit.script
def mirrored(x):
    return F.hflip(F.crop(x, 1, 2, 3, 4))


print(mirrored(image))
