# The class Image and its functions. An image is a tensor of pixels, (H, W) or (H, W, bands), and a mode.
import builtins
import io
import os
from enum import IntEnum

import _host

import torch

from . import UnidentifiedImageError, _refuse


class Transpose(IntEnum):
    FLIP_LEFT_RIGHT = 0
    FLIP_TOP_BOTTOM = 1
    ROTATE_90 = 2
    ROTATE_180 = 3
    ROTATE_270 = 4
    TRANSPOSE = 5
    TRANSVERSE = 6


class Transform(IntEnum):
    AFFINE = 0
    EXTENT = 1
    PERSPECTIVE = 2
    QUAD = 3
    MESH = 4


class Resampling(IntEnum):
    NEAREST = 0
    BOX = 4
    BILINEAR = 2
    HAMMING = 5
    BICUBIC = 3
    LANCZOS = 1


class Dither(IntEnum):
    NONE = 0
    ORDERED = 1
    RASTERIZE = 2
    FLOYDSTEINBERG = 3


class Palette(IntEnum):
    WEB = 0
    ADAPTIVE = 1


FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM, ROTATE_90, ROTATE_180, ROTATE_270, TRANSPOSE, TRANSVERSE = Transpose
AFFINE, EXTENT, PERSPECTIVE, QUAD, MESH = Transform
NEAREST, BOX, BILINEAR, HAMMING, BICUBIC, LANCZOS = Resampling
ANTIALIAS = LANCZOS  # @1.13
WEB, ADAPTIVE = Palette

_BANDS = {
    '1': ('1',), 'L': ('L',), 'P': ('P',), 'I': ('I',), 'F': ('F',), 'I;16': ('I',), 'LA': ('L', 'A'), 'PA': ('P', 'A'),
    'RGB': ('R', 'G', 'B'), 'YCbCr': ('Y', 'Cb', 'Cr'), 'HSV': ('H', 'S', 'V'), 'LAB': ('L', 'A', 'B'),
    'RGBA': ('R', 'G', 'B', 'A'), 'RGBa': ('R', 'G', 'B', 'a'), 'RGBX': ('R', 'G', 'B', 'X'), 'CMYK': ('C', 'M', 'Y', 'K'),
}
_DTYPES = {'I': torch.int32, 'F': torch.float32, 'I;16': torch.int16}
# The mode of an array by its element type and the number of its bands.
_MODES = {
    (torch.uint8, 1): 'L', (torch.bool, 1): '1', (torch.int16, 1): 'I;16', (torch.int32, 1): 'I', (torch.float32, 1): 'F',
    (torch.float64, 1): 'F', (torch.int64, 1): 'I', (torch.int8, 1): 'I', (torch.uint8, 2): 'LA', (torch.uint8, 3): 'RGB',
    (torch.uint8, 4): 'RGBA',
}
# Pixels of a mirrored or turned image; the tensor's first two dimensions are y and x.
_TRANSPOSED = {
    0: lambda pixels: pixels.flip(1), 1: lambda pixels: pixels.flip(0), 2: lambda pixels: torch.rot90(pixels, 1, (0, 1)),
    3: lambda pixels: pixels.flip((0, 1)), 4: lambda pixels: torch.rot90(pixels, -1, (0, 1)),
    5: lambda pixels: pixels.transpose(0, 1), 6: lambda pixels: torch.rot90(pixels, 2, (0, 1)).transpose(0, 1),
}

if _host.active:
    MAX_IMAGE_PIXELS = 1 << 28


def getmodebands(mode):
    return len(_BANDS[mode])


def isImageType(t):
    return isinstance(t, Image)


# An image of these pixels, which it owns.
def _of(pixels, mode, palette=None):
    image = Image.__new__(Image)
    image._pixels = pixels
    image.mode = mode
    image.palette = palette    # a tensor of 256 colors, for mode P
    image.info = {}
    image.format = None
    return image


class Image:
    format = None
    format_description = None
    filename = ''

    def __init__(self):
        if not _host.active:
            _refuse()
        self._pixels = torch.empty(0, 0, dtype=torch.uint8)
        self.mode = ''
        self.palette = None
        self.info = {}

    @property
    def size(self):
        return self._pixels.shape[1], self._pixels.shape[0]

    @property
    def width(self):
        return self._pixels.shape[1]

    @property
    def height(self):
        return self._pixels.shape[0]

    def getbands(self):
        return _BANDS[self.mode]

    def _like(self, pixels):
        return _of(pixels, self.mode, self.palette)

    # The pixels with a dimension of bands.
    def _cube(self):
        return self._pixels if self._pixels.dim() == 3 else self._pixels.unsqueeze(2)

    def _of_cube(self, cube):
        return self._like(cube if self._pixels.dim() == 3 else cube.squeeze(2))

    def __array__(self, dtype=None, copy=None):
        pixels = self._pixels != 0 if self.mode == '1' else self._pixels.clone()
        array = pixels.numpy()
        return array if dtype is None else array.astype(dtype)

    def __eq__(self, other):
        return (self.__class__ is other.__class__ and self.mode == other.mode and self.size == other.size and
                torch.equal(self._pixels, other._pixels))

    __hash__ = None

    def __repr__(self):
        width, height = self.size
        return (f'<{self.__class__.__module__}.{self.__class__.__name__} image mode={self.mode} size={width}x{height} at '
                f'0x{id(self):X}>')

    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass

    def close(self):
        pass

    def load(self):
        pass

    def verify(self):
        pass

    def copy(self):
        image = self._like(self._pixels.clone())
        image.info = dict(self.info)
        return image

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def tobytes(self, encoder_name='raw', *args):
        if self.mode == '1':
            _refuse()
        return torch._C._tensor_bytes(self._pixels)

    def getpixel(self, xy):
        value = self._pixels[int(xy[1]), int(xy[0])]
        return tuple(value.tolist()) if value.dim() else value.item()

    def putpixel(self, xy, value):
        self._pixels[int(xy[1]), int(xy[0])] = torch.tensor(value, dtype=self._pixels.dtype)

    def getdata(self, band=None):
        if band is not None:
            return self._cube()[:, :, band].reshape(-1).tolist()
        values = self._pixels.reshape(-1, *self._pixels.shape[2:]).tolist()
        return [tuple(value) for value in values] if self._pixels.dim() == 3 else values

    def getextrema(self):
        bands = self._cube().reshape(-1, len(self.getbands()))
        extrema = tuple((low, high) for low, high in zip(bands.amin(0).tolist(), bands.amax(0).tolist()))
        return extrema if len(extrema) > 1 else extrema[0]

    def histogram(self, mask=None, extrema=None):
        if mask is not None or self._pixels.dtype is not torch.uint8:
            _refuse()
        cube = self._cube()
        return [count for band in range(cube.shape[2])
                for count in torch.bincount(cube[:, :, band].reshape(-1), minlength=256).tolist()]

    def split(self):
        if self._pixels.dim() == 2:
            return (self.copy(),)
        return tuple(_of(self._pixels[:, :, band].clone(), 'L') for band in range(self._pixels.shape[2]))

    def getchannel(self, channel):
        return self.split()[self.getbands().index(channel) if isinstance(channel, str) else channel]

    def convert(self, mode=None, matrix=None, dither=None, palette=0, colors=256):
        if matrix is not None:
            _refuse()
        if mode is None:
            mode = 'RGB' if self.mode == 'P' else self.mode
        if mode == self.mode:
            return self.copy()
        if mode not in _BANDS:
            raise ValueError(f'conversion from {self.mode} to {mode} not supported')
        if self.mode == 'P':
            colors = self.palette[self._pixels.long()]
            return _of(colors, 'RGBA').convert(mode) if mode != 'RGBA' else _of(colors, 'RGBA')
        if mode == '1' and dither != Dither.NONE and self.mode in ('L', 'RGB'):
            _host.unavailable('dithering of images is not available in JitScope: convert() needs dither=Image.Dither.NONE')
        pixels = torch._C._convert_image(self._cube(), self.mode, mode)
        if pixels is None:
            _host.unavailable(f'the conversion of images from {self.mode} to {mode} is not available in JitScope')
        return _of(pixels if len(_BANDS[mode]) > 1 else pixels.squeeze(2), mode)

    def resize(self, size, resample=None, box=None, reducing_gap=None):
        if resample is None:
            resample = Resampling.NEAREST if self.mode.endswith(';16') else Resampling.BICUBIC
        if resample not in tuple(Resampling):
            raise ValueError(f'Unknown resampling filter ({resample}). Use Image.Resampling.NEAREST (0), '
                             'Image.Resampling.LANCZOS (1), Image.Resampling.BILINEAR (2), Image.Resampling.BICUBIC (3), '
                             'Image.Resampling.BOX (4) or Image.Resampling.HAMMING (5)')
        size = tuple(int(each) for each in size)
        if min(size) <= 0:
            raise ValueError('height and width must be > 0')
        box = (0, 0, *self.size) if box is None else tuple(box)
        if self.size == size and box == (0, 0, *self.size):
            return self.copy()
        if self.mode in ('1', 'P'):
            resample = Resampling.NEAREST
        if self.mode in ('LA', 'RGBA') and resample != Resampling.NEAREST:
            return self._with_alpha(lambda cube: torch._C._resample_image(cube, size, int(resample), box))
        return self._of_cube(torch._C._resample_image(self._cube(), size, int(resample), box))

    # Colors are weighted by their opacity while pixels are mixed.
    def _with_alpha(self, change):
        return self._of_cube(torch._C._unpremultiplied(change(torch._C._premultiplied(self._cube()))))

    def reduce(self, factor, box=None):
        _refuse()

    def thumbnail(self, size, resample=Resampling.BICUBIC, reducing_gap=2.0):
        width, height = self.size
        x, y = (int(each) for each in size)
        if x >= width and y >= height:
            return
        aspect = width / height
        if x / y >= aspect:
            x = max(min(int(y * aspect), round(y * aspect), key=lambda n: abs(aspect - n / y)), 1)
        else:
            y = max(min(int(x / aspect), round(x / aspect), key=lambda n: 0 if n == 0 else abs(aspect - x / n)), 1)
        self._pixels = self.resize((x, y), resample)._pixels

    def crop(self, box=None):
        if box is None:
            return self.copy()
        left, top, right, bottom = (int(round(each)) for each in box)
        if right < left:
            raise ValueError("Coordinate 'right' is less than 'left'")
        if bottom < top:
            raise ValueError("Coordinate 'lower' is less than 'upper'")
        width, height = self.size
        if 0 <= left and 0 <= top and right <= width and bottom <= height:
            return self._like(self._pixels[top:bottom, left:right].clone())
        result = self._pixels.new_zeros((bottom - top, right - left, *self._pixels.shape[2:]))
        part = self._pixels[max(top, 0):max(bottom, 0), max(left, 0):max(right, 0)]
        y, x = max(-top, 0), max(-left, 0)
        result[y:y + part.shape[0], x:x + part.shape[1]] = part
        return self._like(result)

    def transpose(self, method):
        return self._like(_TRANSPOSED[int(method)](self._pixels).contiguous())

    def rotate(self, angle, resample=Resampling.NEAREST, expand=0, center=None, translate=None, fillcolor=None):
        angle = angle % 360.0
        if not center and not translate:
            turn = {0.0: None, 180.0: Transpose.ROTATE_180}
            if expand or self.width == self.height:
                turn = {**turn, 90.0: Transpose.ROTATE_90, 270.0: Transpose.ROTATE_270}
            if angle in turn:
                return self.copy() if turn[angle] is None else self.transpose(turn[angle])
        from math import ceil, cos, floor, radians, sin
        width, height = self.size
        shift = translate or (0, 0)
        middle = (width / 2.0, height / 2.0) if center is None else center
        turned = -radians(angle)
        matrix = [round(cos(turned), 15), round(sin(turned), 15), 0.0, round(-sin(turned), 15), round(cos(turned), 15), 0.0]

        def moved(x, y):
            a, b, c, d, e, f = matrix
            return a * x + b * y + c, d * x + e * y + f

        matrix[2], matrix[5] = moved(-middle[0] - shift[0], -middle[1] - shift[1])
        matrix[2] += middle[0]
        matrix[5] += middle[1]
        size = self.size
        if expand:
            corners = [moved(x, y) for x, y in ((0, 0), (width, 0), (width, height), (0, height))]
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            size = ceil(max(xs)) - floor(min(xs)), ceil(max(ys)) - floor(min(ys))
            matrix[2], matrix[5] = moved(-(size[0] - width) / 2.0, -(size[1] - height) / 2.0)
        return self.transform(size, Transform.AFFINE, matrix, resample, fillcolor=fillcolor)

    def transform(self, size, method, data=None, resample=Resampling.NEAREST, fill=1, fillcolor=None):
        if resample not in (Resampling.NEAREST, Resampling.BILINEAR, Resampling.BICUBIC):
            raise ValueError(f'Unknown resampling filter ({resample}). Use Image.Resampling.NEAREST (0), '
                             'Image.Resampling.BILINEAR (2) or Image.Resampling.BICUBIC (3)')
        if method not in (Transform.AFFINE, Transform.PERSPECTIVE):
            _refuse()
        if self.mode in ('1', 'P'):
            resample = Resampling.NEAREST
        data = [float(each) for each in data]
        background = new(self.mode, size, fillcolor or 0)._cube()
        if self.mode in ('LA', 'RGBA') and resample != Resampling.NEAREST:
            background = torch._C._premultiplied(background)
            return self._with_alpha(lambda cube: torch._C._warp_image(cube, background, data, int(resample)))
        return self._of_cube(torch._C._warp_image(self._cube(), background, data, int(resample)))

    def point(self, lut, mode=None):
        if mode not in (None, self.mode) or self._pixels.dtype is not torch.uint8:
            _refuse()
        bands = len(self.getbands())
        table = [lut(i) for i in range(256)] * bands if callable(lut) else list(lut)
        if len(table) != 256 * bands:
            raise ValueError('wrong number of lut entries')
        table = torch.tensor([min(max(int(each), 0), 255) for each in table], dtype=torch.uint8).view(bands, 256)
        cube = self._cube().long()
        return self._of_cube(torch.stack([table[band][cube[:, :, band]] for band in range(bands)], 2))

    def paste(self, im, box=None, mask=None):
        if mask is not None:
            _refuse()
        box = (0, 0) if box is None else box
        if isinstance(im, Image):
            part = (im if im.mode == self.mode else im.convert(self.mode))._pixels
        else:
            box = (*box, *self.size) if len(box) == 2 else box
            part = new(self.mode, (box[2] - box[0], box[3] - box[1]), im)._pixels
        x, y = box[:2]
        part = part[max(-y, 0):max(self.height - y, 0), max(-x, 0):max(self.width - x, 0)]
        self._pixels[max(y, 0):max(y, 0) + part.shape[0], max(x, 0):max(x, 0) + part.shape[1]] = part

    def putalpha(self, alpha):
        opaque = self.convert('LA' if self.mode in ('1', 'L', 'LA') else 'RGBA')
        level = alpha.convert('L')._pixels if isinstance(alpha, Image) else alpha
        opaque._pixels[:, :, -1] = level
        self._pixels, self.mode = opaque._pixels, opaque.mode

    def filter(self, filter):
        return (filter() if isinstance(filter, type) else filter).filter(self)

    def save(self, fp, format=None, **params):
        path = os.fspath(fp) if isinstance(fp, (str, os.PathLike)) else ''
        ending = os.path.splitext(path)[1].lower()
        kind = format.upper() if format else {'.png': 'PNG', '.jpg': 'JPEG', '.jpeg': 'JPEG'}.get(ending)
        if kind is None:
            raise ValueError(f'unknown file extension: {ending}')
        modes = {'PNG': ('1', 'L', 'LA', 'RGB', 'RGBA'), 'JPEG': ('1', 'L', 'RGB', 'RGBX')}.get(kind)
        if modes is None:
            _host.unavailable(f'writing images as {kind} is not available in JitScope')
        if self.mode not in modes:
            raise OSError(f'cannot write mode {self.mode} as {kind}')
        cube = self._cube()[:, :, :3] if self.mode == 'RGBX' else self._cube()
        if kind == 'PNG':
            data = torch._C._encode_png(cube.contiguous(), 6)
        else:
            data = torch._C._encode_jpeg(cube.contiguous(), params.get('quality', 75))
        if path:
            with builtins.open(path, 'wb') as file:
                file.write(data)
        else:
            fp.write(data)

    def show(self, title=None):
        _refuse()

    @property
    def __array_interface__(self):
        kind = {torch.int32: '<i4', torch.float32: '<f4', torch.int16: '<u2'}.get(self._pixels.dtype, '|u1')
        shape = tuple(self._pixels.shape)
        return {'shape': shape, 'typestr': '|b1' if self.mode == '1' else kind, 'version': 3, 'data': self.tobytes()}


_COLORS = {'black': (0, 0, 0), 'white': (255, 255, 255), 'red': (255, 0, 0), 'green': (0, 128, 0), 'blue': (0, 0, 255),
           'gray': (128, 128, 128), 'yellow': (255, 255, 0)}


def new(mode, size, color=0):
    if mode not in _BANDS:
        raise ValueError('unrecognized image mode')
    width, height = size
    if width < 0 or height < 0:
        raise ValueError('Width and height must be >= 0')
    bands = len(_BANDS[mode])
    if isinstance(color, str):
        if color not in _COLORS:
            _refuse()
        return new('RGB', size, _COLORS[color]).convert(mode)
    dtype = _DTYPES.get(mode, torch.uint8)
    if bands == 1:
        value = color[0] if isinstance(color, (tuple, list)) else color or 0
        return _of(torch.full((height, width), 255 if mode == '1' and value else value, dtype=dtype), mode)
    # A single number fills the first band, as a color is a number of 32 bits in PIL.
    values = list(color) if isinstance(color, (tuple, list)) else [color >> 8 * band & 255 for band in range(bands)]
    if mode == 'LA' and not isinstance(color, (tuple, list)):
        values = [color, 255]
    if len(values) == 3 and bands == 4:
        values.append(255)
    return _of(torch.tensor(values, dtype=dtype).expand(height, width, bands).contiguous(), mode)


def fromarray(obj, mode=None):
    pixels = torch.as_tensor(obj).detach()
    bands = pixels.shape[2] if pixels.dim() == 3 else 1
    known = _MODES.get((pixels.dtype, bands)) if pixels.dim() in (2, 3) else None
    if mode is None:
        if known is None:
            name = str(getattr(obj, 'dtype', pixels.dtype)).replace('torch.', '')
            raise TypeError(f'Cannot handle this data type: {(1, 1, *pixels.shape[2:])}, {name}')
        mode = known
    if mode not in _BANDS or len(_BANDS[mode]) != bands:
        raise ValueError('not enough image data')
    if pixels.dim() == 3 and bands == 1:
        pixels = pixels.squeeze(2)
    dtype = _DTYPES.get(mode, torch.uint8)
    if pixels.dtype is torch.bool:
        return _of(pixels.to(torch.uint8) * 255, mode)
    return _of(pixels.to(dtype, copy=True).contiguous(), mode)


def frombytes(mode, size, data, decoder_name='raw', *args):
    width, height = size
    bands = len(_BANDS[mode])
    dtype = _DTYPES.get(mode, torch.uint8)
    if mode == '1' or decoder_name != 'raw':
        _refuse()
    wanted = width * height * bands * dtype.itemsize
    if len(data) < wanted:
        raise ValueError('not enough image data')
    pixels = torch.frombuffer(data[:wanted], dtype=dtype)
    return _of(pixels.view(height, width, bands) if bands > 1 else pixels.view(height, width), mode)


frombuffer = frombytes


def open(fp, mode='r', formats=None):
    if mode != 'r':
        raise ValueError(f'bad mode {mode!r}')
    path = os.fspath(fp) if isinstance(fp, (str, os.PathLike)) else ''
    if path:
        with builtins.open(path, 'rb') as file:
            data = file.read()
    else:
        data = fp.read()
    decoded = torch._C._decode_image(data)
    if decoded is None:
        raise UnidentifiedImageError(f'cannot identify image file {path or fp!r}')
    pixels, kind, bands, palette = decoded
    image = _of(pixels if len(_BANDS[bands]) > 1 else pixels.squeeze(2), bands, palette)
    image.format = kind
    image.filename = path
    return image


def merge(mode, bands):
    if len(bands) != len(_BANDS[mode]):
        raise ValueError('wrong number of bands')
    return _of(torch.stack([band._pixels for band in bands], 2) if len(bands) > 1 else bands[0]._pixels.clone(), mode)


def blend(im1, im2, alpha):
    if im1.mode != im2.mode or im1.size != im2.size:
        raise ValueError('images do not match')
    first, second = im1._pixels.float(), im2._pixels.float()
    mixed = first + torch.tensor(alpha, dtype=torch.float32) * (second - first)
    return im1._like(mixed.clamp(0, 255).to(torch.uint8))


def composite(image1, image2, mask):
    _refuse()


if not _host.active:
    open = new = fromarray = frombytes = frombuffer = merge = blend = composite = _refuse
