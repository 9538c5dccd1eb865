import torch


class Stat:
    """Statistics of each band of an image."""

    def __init__(self, image):
        pixels = image._cube()
        self._bands = pixels.reshape(-1, pixels.shape[2]).to(torch.float64)

    @property
    def count(self):
        return [self._bands.shape[0]] * self._bands.shape[1]

    @property
    def sum(self):
        return self._bands.sum(0).tolist()

    @property
    def mean(self):
        return [total / count for total, count in zip(self.sum, self.count)]

    @property
    def extrema(self):
        return [(int(low), int(high)) for low, high in zip(self._bands.amin(0).tolist(), self._bands.amax(0).tolist())]

    @property
    def var(self):
        squares = (self._bands * self._bands).sum(0).tolist()
        return [(square - total ** 2 / count) / count for square, total, count in zip(squares, self.sum, self.count)]

    @property
    def stddev(self):
        return [each ** 0.5 for each in self.var]
