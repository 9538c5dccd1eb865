import gzip
import os
import struct

import numpy as np
import torch
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

# Four files of 20 and 10 images, as MNIST has them.
for root in ('MNIST', 'FashionMNIST'):
    os.makedirs(f'data/{root}/raw')
    torch.manual_seed(len(root))
    for part, count in (('train', 20), ('t10k', 10)):
        images = torch.randint(0, 256, (count, 28, 28), dtype=torch.uint8)
        labels = torch.randint(0, 10, (count,), dtype=torch.uint8)
        with open(f'data/{root}/raw/{part}-images-idx3-ubyte', 'wb') as file:
            file.write(struct.pack('>IIII', 0x803, count, 28, 28) + images.numpy().tobytes())
        with open(f'data/{root}/raw/{part}-labels-idx1-ubyte', 'wb') as file:
            file.write(struct.pack('>II', 0x801, count) + bytes(labels.tolist()))

raw = datasets.MNIST('data', train=False)
print(raw, len(raw), raw.data.shape, raw.targets, raw.class_to_idx)
image, label = raw[3]
print(image.size, image.mode, label, np.asarray(image).sum(), np.array(image).dtype, image.getpixel((4, 9)))

transform = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1307,), (0.3081,))])
train = datasets.MNIST('data', train=True, download=True, transform=transform, target_transform=lambda y: y + 100)
x, y = train[5]
print(x.shape, x.dtype, x.double().sum(), y)
for x, y in DataLoader(datasets.FashionMNIST('data', transform=transform), batch_size=8, shuffle=True,
                       generator=torch.Generator().manual_seed(1)):
    print(x.shape, x.mean(), y)
print(datasets.FashionMNIST('data', transform=transform).classes[:3], transform)
try:
    datasets.KMNIST('data')
except RuntimeError as error:
    print(error)

# What programs do by themselves.
with open('data/MNIST/raw/train-images-idx3-ubyte', 'rb') as file, gzip.open('images.gz', 'wb') as packed:
    packed.write(file.read())
with gzip.open('images.gz', 'rb') as file:
    magic, count, rows, columns = struct.unpack('>4I', file.read(16))
    pixels = np.frombuffer(file.read(), dtype=np.uint8).reshape(count, rows, columns)
print(magic, pixels.shape, pixels[0].sum(), torch.equal(torch.from_numpy(pixels.copy()), train.data))
