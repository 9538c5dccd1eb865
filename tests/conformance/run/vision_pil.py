import io

import numpy as np
import torch
from PIL import Image, ImageEnhance, ImageFilter, ImageOps


def of(image):
    """Tells two images apart by their pixels."""
    pixels = np.asarray(image).astype(np.int64).reshape(-1)
    return image.mode, image.size, int(pixels.sum()), int((pixels * (np.arange(pixels.size) % 251 + 1)).sum())


torch.manual_seed(0)
noise = Image.fromarray(torch.randint(0, 256, (37, 53, 3), dtype=torch.uint8).numpy())
y, x = torch.arange(40)[:, None], torch.arange(64)
wave = (x * 3 + y * 2) % 120 + (x - 2 * y) % 90
smooth = Image.fromarray(torch.stack([wave, wave.flip(0), 255 - wave], 2).to(torch.uint8).numpy(), 'RGB')
FILTERS = Image.Resampling.NEAREST, Image.Resampling.BILINEAR, Image.Resampling.BICUBIC
alpha = smooth.copy()
alpha.putalpha(noise.convert('L').resize(smooth.size))
images = [noise, smooth, smooth.convert('L'), alpha]

for image in images:
    print(of(image), image.getbands(), image.getpixel((3, 5)), image.width, image.height)
    for mode in ('L', 'RGB', 'RGBA', 'LA'):
        print(of(image.convert(mode)))
print(of(noise.convert('HSV')), of(noise.convert('HSV').convert('RGB')), of(smooth.convert('HSV').convert('RGB')))
print(of(noise.convert('CMYK').convert('RGB')), of(noise.convert('I')), of(noise.convert('L').convert('I')))
print(noise.convert('F').getpixel((1, 2)), noise.convert('L').convert('F').getpixel((1, 2)))
print(of(noise.convert('L').convert('1', dither=Image.Dither.NONE)), of(noise.convert('F').convert('L')))

for name in ('NEAREST', 'BOX', 'BILINEAR', 'HAMMING', 'BICUBIC', 'LANCZOS'):
    filter = Image.Resampling[name]
    for image in images:
        print(name, *[of(image.resize(size, filter)) for size in ((20, 10), (100, 90), (53, 11), (17, 37), (64, 40))])
print(of(noise.resize((9, 9), Image.BILINEAR, box=(3.5, 2, 40, 30.25))), of(noise.resize((30, 30))))
print(of(noise.convert('F').resize((9, 9), Image.BICUBIC).convert('L')), of(noise.convert('I').resize((9, 9), Image.BILINEAR)))

print(of(noise.crop((3, 4, 20, 30))), of(noise.crop((-3, -4, 60, 20))), of(noise.crop((60, 60, 70, 70))))
for method in Image.Transpose:
    print(method.name, of(noise.transpose(method)))
for angle in (0, 90, 180, 33, -250.5):
    for filter in FILTERS:
        print(angle, filter.name, of(noise.rotate(angle, filter)), of(smooth.rotate(angle, filter, expand=True, fillcolor=(1, 2, 3))),
              of(alpha.rotate(angle, filter)), of(smooth.rotate(angle, filter, center=(3, 4))))
for matrix in ((1.2, 0.3, -4, 0.1, 0.8, 3), (2, 0, 1, 0, 0.5, 1), (1, 0, 0.4, 0, 1, -7.6)):
    for filter in FILTERS:
        print(matrix, filter.name, of(smooth.transform((50, 30), Image.AFFINE, matrix, filter)))
        print(of(smooth.transform((50, 30), Image.PERSPECTIVE, matrix + (0.002, -0.001), filter, fillcolor=(9, 8, 7))))

for factor in (0, 0.3, 0.7, 1, 1.6):
    for enhance in (ImageEnhance.Brightness, ImageEnhance.Contrast, ImageEnhance.Color, ImageEnhance.Sharpness):
        print(factor, enhance.__name__, of(enhance(noise).enhance(factor)), of(enhance(smooth).enhance(factor)))
for image in (noise, smooth.convert('L')):
    print(of(ImageOps.invert(image)), of(ImageOps.posterize(image, 3)), of(ImageOps.solarize(image, 100)),
          of(ImageOps.autocontrast(image)), of(ImageOps.equalize(image)), of(ImageOps.mirror(image)), of(ImageOps.flip(image)))
    print(of(ImageOps.expand(image, (1, 2, 3, 4), 7)), of(image.filter(ImageFilter.SHARPEN)), of(image.filter(ImageFilter.EMBOSS)))
    print(of(image.point(lambda i: i * 2)), image.getextrema(), image.histogram()[:9])

print(of(Image.new('RGB', (4, 3), (1, 2, 3))), of(Image.new('L', (4, 3), 9)), of(Image.new('RGB', (2, 2), 'red')))
print([of(band) for band in noise.split()], of(Image.merge('RGB', noise.split()[::-1])), of(Image.blend(smooth, smooth.rotate(90), 0.4)))
small = noise.copy()
small.thumbnail((20, 20))
print(small.size, noise == noise.copy(), noise == small, list(small.getdata())[:2], small.tobytes()[:6])
print(of(Image.frombytes('L', (3, 2), bytes(range(6)))), np.array(noise).shape, np.asarray(noise.convert('L')).dtype)

for image, format, options in ((noise, 'PNG', {}), (alpha, 'PNG', {}), (noise.convert('L'), 'PNG', {}), (smooth, 'JPEG', {}),
                               (smooth, 'JPEG', dict(quality=95)), (smooth.convert('L'), 'JPEG', {})):
    file = io.BytesIO()
    image.save(file, format, **options)
    read = Image.open(io.BytesIO(file.getvalue()))
    print(read.format, of(read), format == 'JPEG' or read.tobytes() == image.tobytes())
smooth.save('smooth.png')
with Image.open('smooth.png') as read:
    print(read.format, read.size, read.mode, of(read.convert('L')))
for action in (lambda: Image.open(io.BytesIO(b'nothing')), lambda: alpha.save('a.jpg'), lambda: noise.save('a.what'),
               lambda: noise.resize((0, 4)), lambda: Image.new('what', (1, 1)), lambda: noise.crop((5, 5, 3, 3)),
               lambda: Image.fromarray(np.zeros((2, 2, 5), np.uint8)), lambda: Image.open('missing.png')):
    try:
        action()
    except Exception as error:
        print(type(error).__name__)
