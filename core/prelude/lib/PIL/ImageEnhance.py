# Images between a degenerate form of themselves (factor 0) and beyond themselves (factors above 1).
from . import Image, ImageFilter


class _Enhance:
    def __init__(self, image):
        self.image = image
        self.degenerate = self._degenerate(image)
        if image.mode in ('LA', 'RGBA'):
            self.degenerate._pixels[:, :, -1] = image._pixels[:, :, -1]

    def enhance(self, factor):
        return Image.blend(self.degenerate, self.image, factor)


class Color(_Enhance):
    def _degenerate(self, image):
        return image.convert('LA' if 'A' in image.getbands() else 'L').convert(image.mode)


class Contrast(_Enhance):
    def _degenerate(self, image):
        gray = image.convert('L')._pixels
        mean = int(gray.double().sum().item() / gray.numel() + 0.5) if gray.numel() else 0
        return Image.new('L', image.size, mean).convert(image.mode)


class Brightness(_Enhance):
    def _degenerate(self, image):
        return Image.new(image.mode, image.size, 0)


class Sharpness(_Enhance):
    def _degenerate(self, image):
        return image.filter(ImageFilter.SMOOTH)
