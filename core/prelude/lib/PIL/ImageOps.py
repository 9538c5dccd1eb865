# Operations on whole images by tables of 256 values, and borders.
from . import Image, _refuse


def _border(border):
    if isinstance(border, (tuple, list)):
        return tuple(border) * 2 if len(border) == 2 else tuple(border)
    return (border,) * 4


def expand(image, border=0, fill=0):
    left, top, right, bottom = _border(border)
    width, height = image.size
    result = Image.new(image.mode, (left + width + right, top + height + bottom), fill)
    result.palette = image.palette
    result.paste(image, (left, top))
    return result


def crop(image, border=0):
    left, top, right, bottom = _border(border)
    return image.crop((left, top, image.size[0] - right, image.size[1] - bottom))


def mirror(image):
    return image.transpose(Image.FLIP_LEFT_RIGHT)


def flip(image):
    return image.transpose(Image.FLIP_TOP_BOTTOM)


def grayscale(image):
    return image.convert('L')


# An image of mode L or RGB through a table of one band, or one for each band.
def _mapped(image, table):
    if image.mode == 'P':
        _refuse()
    if image.mode not in ('L', 'RGB'):
        raise OSError(f'not supported for mode {image.mode}')  # @2.6+
        raise OSError('not supported for this image mode')  # @1.13
    return image.point(table * 3 if image.mode == 'RGB' and len(table) == 256 else table)


def invert(image):
    if image.mode == '1':
        return image._like(255 - image._pixels)
    return image.point([255 - i for i in range(256)] * len(image.getbands()))


def posterize(image, bits):
    mask = ~(2 ** (8 - bits) - 1)
    return _mapped(image, [i & mask for i in range(256)])


def solarize(image, threshold=128):
    return _mapped(image, [i if i < threshold else 255 - i for i in range(256)])


# The counts of each band.
def _histograms(image):
    counts = image.histogram()
    return [counts[at:at + 256] for at in range(0, len(counts), 256)]


def autocontrast(image, cutoff=0, ignore=None, mask=None, preserve_tone=False):
    if cutoff or ignore is not None or mask is not None or preserve_tone:
        _refuse()
    table = []
    for counts in _histograms(image):
        used = [i for i, count in enumerate(counts) if count]
        low, high = (used[0], used[-1]) if used else (0, 0)
        scale = 255.0 / (high - low) if high > low else 1.0
        offset = -low * scale if high > low else 0.0
        table += [min(max(int(i * scale + offset), 0), 255) for i in range(256)]
    return _mapped(image, table)


def equalize(image, mask=None):
    if mask is not None:
        _refuse()
    if image.mode == 'P':
        image = image.convert('RGB')
    table = []
    for counts in _histograms(image):
        used = [count for count in counts if count]
        step = (sum(used) - used[-1]) // 255 if len(used) > 1 else 0
        total = step // 2
        for i in range(256):
            table.append(min(total // step, 255) if step else i)
            total += counts[i]
    return _mapped(image, table)
