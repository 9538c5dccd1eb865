import os

import torch
import torchvision
from PIL import Image
from torch.utils.data import DataLoader
from torchvision import datasets, transforms
from torchvision.io import ImageReadMode, decode_image, decode_jpeg, decode_png, encode_png, read_file, read_image, write_jpeg, write_png

torch.manual_seed(0)
for split, count in (('train', 6), ('val', 2)):
    for name in ('cat', 'dog', 'ant'):
        os.makedirs(f'{split}/{name}/deep')
        for i in range(count):
            wave = torch.arange(30)[:, None] * (i + 2) % 90 + torch.arange(40) * (i + 3) % 100
            pixels = torch.stack([wave, wave // 2, 255 - wave], 2).to(torch.uint8)
            ending = ('png', 'jpg', 'JPEG')[i % 3]
            Image.fromarray(pixels.numpy()).save(f"{split}/{name}/{'deep/' if i == 4 else ''}{i}.{ending}")
        open(f'{split}/{name}/notes.txt', 'w').close()

transform = transforms.Compose([transforms.RandomResizedCrop(16), transforms.RandomHorizontalFlip(), transforms.ToTensor(),
                                transforms.Normalize(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225])])
train = datasets.ImageFolder('train', transform)
print(train, train.classes, train.class_to_idx, train.samples, train.targets, train.imgs == train.samples)
for x, y in DataLoader(train, batch_size=4, shuffle=True):
    print(x.shape, x.double().mean(), y)
image, label = datasets.ImageFolder('val')[0]
print(image.size, image.mode, label)
own = datasets.DatasetFolder('val', loader=lambda path: os.path.basename(path), extensions=('png',))
print([own[i] for i in range(len(own))], own)
print(len(datasets.ImageFolder('train', is_valid_file=lambda path: path.endswith('0.png'))))
for action in (lambda: datasets.ImageFolder('val/cat/deep'), lambda: datasets.DatasetFolder('val', str, extensions='.bmp'),
               lambda: datasets.ImageFolder('missing')):
    try:
        action()
    except FileNotFoundError as error:
        print(error)
fake = datasets.FakeData(5, (3, 8, 8), 4, transform=transforms.ToTensor(), random_offset=7)
print(len(fake), fake[2][0].sum(), [fake[i][1] for i in range(5)], fake)

for path in ('val/cat/0.png', 'val/cat/1.jpg'):
    read = read_image(path)
    print(read.shape, read.dtype, read.double().mean(), torch.equal(read, decode_image(read_file(path))))
    for mode in (ImageReadMode.RGB, ImageReadMode.GRAY):
        print(mode, read_image(path, mode).shape)
write_png(read[:, :5], 'copy.png')
print(torch.equal(read_image('copy.png'), read[:, :5]), torch.equal(decode_png(encode_png(read)), read))
write_jpeg(read, 'copy.jpg', quality=90)
print(read_image('copy.jpg').double().mean(), decode_jpeg(read_file('copy.jpg'), ImageReadMode.GRAY).shape)
for action in (lambda: read_image('missing.png'), lambda: decode_image(torch.zeros(9, dtype=torch.uint8)),
               lambda: decode_png(read_file('val/cat/1.jpg')), lambda: write_png(torch.zeros(3, 2, 2), 'x.png'),
               lambda: decode_image(read_file('val/cat/1.jpg')[:300]), lambda: decode_image(read_file('val/cat/0.png')[:100])):
    try:
        action()
    except Exception as error:
        print(type(error).__name__)

grid = torchvision.utils.make_grid([read[:, :9, :9].float() / 255] * 5, nrow=3, padding=1, pad_value=0.5)
print(grid.shape, grid.double().sum(), torchvision.utils.make_grid(grid[:1], normalize=True).shape)
torchvision.utils.save_image(grid, 'grid.png')
print(read_image('grid.png').shape, read_image('grid.png').double().mean())
