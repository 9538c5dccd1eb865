import torch
from PIL import Image
import torchvision

if not hasattr(torchvision.transforms, 'v2') and torchvision.__version__.startswith('0.14'):
    print('no version 2')
    raise SystemExit

from torchvision.transforms import v2

y, x = torch.arange(40)[:, None], torch.arange(64)
wave = (x * 3 + y * 2) % 120 + (x - 2 * y) % 90
whole = torch.stack([wave, wave.flip(0), 255 - wave]).to(torch.uint8)
pil = Image.fromarray(whole.permute(1, 2, 0).numpy())


def of(image):
    if isinstance(image, Image.Image):
        return image.mode, image.size, sum(image.resize((9, 9)).tobytes())
    return image.dtype, tuple(image.shape), f'{image.double().mean().item():.2g}'


train = v2.Compose([v2.ToImage(), v2.RandomResizedCrop(size=(24, 24), antialias=True), v2.RandomHorizontalFlip(p=0.5),
                    v2.ToDtype(torch.float32, scale=True), v2.Normalize(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225])])
print(train)
transforms = [
    v2.Resize(20), v2.Resize((30, 90), antialias=True), v2.CenterCrop(30), v2.Pad(3), v2.RandomCrop(20), v2.RandomCrop((50, 70), padding=4, pad_if_needed=True),
    v2.RandomVerticalFlip(), v2.RandomResizedCrop(12), v2.ColorJitter(0.4, 0.3, 0.2, 0.1), v2.RandomRotation(30),
    v2.RandomAffine(10, (0.1, 0.2), (0.7, 1.2), 5), v2.RandomGrayscale(0.5), v2.GaussianBlur(5), v2.RandomInvert(), v2.RandomSolarize(100),
    v2.RandomAdjustSharpness(2), v2.RandomAutocontrast(), v2.RandomPosterize(3), v2.RandomEqualize(), v2.Grayscale(3),
    v2.RandomApply([v2.CenterCrop(9)], 0.6), v2.RandomChoice([v2.Resize(30), v2.RandomCrop(20)]), v2.RandomOrder([v2.Resize(30), v2.RandomCrop(20)]),
]
for transform in transforms:
    print(transform)
for seed in range(4):
    torch.manual_seed(seed)
    print(of(train(pil)), of(train(whole)), torch.rand(1))
    for transform in transforms:
        torch.manual_seed(seed)
        print(transform.__class__.__name__, of(transform(whole)), of(transform(pil)))
    torch.manual_seed(seed)
    print(of(v2.RandomErasing(0.9)(whole.float())), of(v2.GaussianNoise()(whole / 255)))
torch.manual_seed(0)
image, label = v2.RandomCrop(20)(pil, 7)
print(of(image), label)
sample = v2.Compose([v2.RandomHorizontalFlip(1), v2.PILToTensor()])({'image': pil, 'label': torch.tensor(3), 'name': 'a', 'more': [1, (2, None)]})
print(of(sample['image']), sample['label'], sample['name'], sample['more'])
print(of(v2.ToDtype(torch.float32, scale=True)(whole)), of(v2.ToDtype(torch.float32)(whole)), of(v2.ToPILImage()(whole)), v2.Lambda(lambda v: v * 2)(3))
