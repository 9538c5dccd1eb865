# The parts of numpy whose values are known while code is checked.
import math


# Read-only numbers in nested lists.
class ndarray:
    def __init__(self, items, dtype=None, shape=None):
        self._items = items
        self._dtype = dtype
        self._shape = None if shape is None else tuple(shape)

    @property
    def shape(self):
        if self._shape is None:
            sizes, level = [], self._items
            while isinstance(level, list):
                sizes.append(len(level))
                level = level[0] if level else None
            self._shape = tuple(sizes)
        return self._shape

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return math.prod(self.shape)

    @property
    def dtype(self):
        return self._dtype or ('int64' if all(isinstance(x, int) for x in self._flat()) else 'float64')

    def _flat(self):
        level = self._items
        for _ in range(self.ndim - 1):
            level = [item for inner in level for item in inner]
        return level if self.ndim else [level]

    def __len__(self):
        if not self.ndim:
            raise TypeError('len() of unsized object')
        return len(self._items)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index):
        if isinstance(index, tuple):
            found = self
            for each in index:
                if isinstance(each, slice):
                    raise NotImplementedError('slices of several dimensions of an array are not available in JitScope')
                found = found[each]
            return found
        found = self._items[index]
        return ndarray(found, self._dtype) if isinstance(found, list) else found

    def __setitem__(self, index, value):
        raise NotImplementedError('arrays are copies in JitScope and cannot be written to')

    def __repr__(self):
        return f'array({self._items})'

    def tolist(self):
        return list(self._items) if self.ndim else self._items

    def item(self):
        flat = self._flat()
        if len(flat) != 1:
            raise ValueError('can only convert an array of size 1 to a Python scalar')
        return flat[0]

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __bool__(self):
        return bool(self.item())

    def flatten(self):
        return ndarray(list(self._flat()), self._dtype)

    def sum(self):
        return sum(self._flat())

    def mean(self):
        return sum(self._flat()) / self.size

    def max(self):
        return max(self._flat())

    def min(self):
        return min(self._flat())

    def prod(self):
        return math.prod(self._flat())

    def argmax(self):
        flat = self._flat()
        return flat.index(max(flat))


def linspace(start, stop, num=50, endpoint=True):
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else 0.0
    items = [start + i * step for i in range(num)]
    if endpoint and num > 1:
        items[-1] = float(stop)
    return ndarray(items)


def prod(a):
    return math.prod(a)


def sqrt(x):
    return math.sqrt(x)


def log(x):
    return math.log(x)


def log2(x):
    return math.log2(x)


def exp(x):
    return math.exp(x)


def ceil(x):
    return float(math.ceil(x))


def floor(x):
    return float(math.floor(x))
