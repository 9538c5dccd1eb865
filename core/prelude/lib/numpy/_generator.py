# numpy.random's Generator on the bits of PCG64.
import math

import torch

from . import _ziggurat
from ._arrays import _array, _scalar, _shape, _tensor_of, _Values
from ._dtypes import _found
from ._names import lookup as _lookup, missing as _missing

_MASK32 = 0xffffffff
_MASK64 = 0xffffffffffffffff
_MASK128 = (1 << 128) - 1
_POOL = 4


def _words_of(number):
    if isinstance(number, (list, tuple, _Values)):
        return [word for each in (number.tolist() if isinstance(number, _Values) else number) for word in _words_of(each)]
    number = int(number)
    if number < 0:
        raise ValueError('expected non-negative integer')
    words = [number & _MASK32]
    while number > _MASK32:
        number >>= 32
        words.append(number & _MASK32)
    return words


class SeedSequence:
    def __init__(self, entropy=None, *, spawn_key=(), pool_size=_POOL, n_children_spawned=0):
        if pool_size != _POOL:
            _missing('random.SeedSequence with a pool_size')
        self.entropy, self.spawn_key, self.pool_size = 0 if entropy is None else entropy, tuple(spawn_key), pool_size
        self.n_children_spawned = n_children_spawned
        words, own = _words_of(self.entropy), _words_of(self.spawn_key)
        if own and len(words) < _POOL:
            words += [0] * (_POOL - len(words))
        self._pool = self._mixed(words + own)

    @staticmethod
    def _mixed(words):
        factor = 0x43b0d7e5

        def hashed(word):
            nonlocal factor
            word ^= factor
            factor = factor * 0x931e8875 & _MASK32
            word = word * factor & _MASK32
            return word ^ word >> 16

        def mixed(x, y):
            word = x * 0xca01f9dd - y * 0x4973f715 & _MASK32
            return word ^ word >> 16

        pool = [hashed(words[i] if i < len(words) else 0) for i in range(_POOL)]
        for source in range(_POOL):
            for to in range(_POOL):
                if source != to:
                    pool[to] = mixed(pool[to], hashed(pool[source]))
        for word in words[_POOL:]:
            for to in range(_POOL):
                pool[to] = mixed(pool[to], hashed(word))
        return pool

    def _words(self, count):
        factor, words = 0x8b51f9dd, []
        for i in range(count):
            word = self._pool[i % _POOL] ^ factor
            factor = factor * 0x58f38ded & _MASK32
            word = word * factor & _MASK32
            words.append(word ^ word >> 16)
        return words

    def spawn(self, n_children):
        first = self.n_children_spawned
        self.n_children_spawned += n_children
        return [SeedSequence(self.entropy, spawn_key=(*self.spawn_key, i)) for i in range(first, first + n_children)]


class PCG64:
    def __init__(self, seed=None):
        self.seed_seq = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
        words = self.seed_seq._words(8)
        start, stream = ((words[i + 1] << 32 | words[i]) << 64 | words[i + 3] << 32 | words[i + 2] for i in (0, 4))
        self._step = (stream << 1 | 1) & _MASK128
        self._state = (self._step + start) * 0x2360ed051fc65da44385df649fccf645 + self._step & _MASK128
        self._half = None   # the unused half of a word of 64 bits

    def next64(self):
        state = self._state = self._state * 0x2360ed051fc65da44385df649fccf645 + self._step & _MASK128
        word, turn = state >> 64 ^ state & _MASK64, state >> 122
        return word >> turn | word << 64 - turn & _MASK64

    def next32(self):
        word, self._half = self._half, None
        if word is None:
            both = self.next64()
            word, self._half = both & _MASK32, both >> 32
        return word

    def next_double(self):
        return (self.next64() >> 11) * (1.0 / 9007199254740992.0)

    # A number from 0 to `most`, by Lemire's method.
    def below(self, most):
        if not most:
            return 0
        bits, draw = (32, self.next32) if most <= _MASK32 else (64, self.next64)
        mask, count = (1 << bits) - 1, most + 1
        if most == mask:
            return draw()
        product = draw() * count
        if product & mask < count:
            limit = (mask - most) % count
            while product & mask < limit:
                product = draw() * count
        return product >> bits

    # The same by rejected words, which shuffle() uses.
    def below_masked(self, most):
        if not most:
            return 0
        mask = (1 << most.bit_length()) - 1
        draw = self.next32 if most <= _MASK32 else self.next64
        while True:
            word = draw() & mask
            if word <= most:
                return word

    @property
    def state(self):
        return {'bit_generator': 'PCG64', 'state': {'state': self._state, 'inc': self._step},
                'has_uint32': int(self._half is not None), 'uinteger': self._half or 0}

    @state.setter
    def state(self, value):
        if value.get('bit_generator') != 'PCG64':
            raise ValueError('state must be for a PCG64 RNG')
        self._state, self._step = value['state']['state'], value['state']['inc']
        self._half = value['uinteger'] if value['has_uint32'] else None


# The edges, the greatest numbers that need no further test, and the densities of a ziggurat's layers.
class _Layers:
    def __init__(self, edges, bits, density, rounded=math.floor):
        self.edges, self.scale = edges, 2.0 ** -bits
        self.certain = [rounded(edges[i - 1] / edges[i] * 2.0 ** bits) for i in range(256)]
        self.certain[1] = 0
        self.densities = [1.0, *(density(edge) for edge in edges[1:])]


def _bell(x):
    return math.exp(-0.5 * x * x)


_normal = _Layers(_ziggurat.NORMAL, 52, _bell)
_normal_single = _Layers(_ziggurat.NORMAL, 23, _bell, math.ceil)
_exponential = _Layers(_ziggurat.EXPONENTIAL, 53, lambda x: math.exp(-x))


def _is_array(*values):
    return any(isinstance(value, (list, tuple, _Values)) and not isinstance(value, (int, float)) for value in values)


class Generator:
    def __init__(self, bit_generator):
        self.bit_generator = bit_generator

    def __repr__(self):
        return f'Generator({type(self.bit_generator).__name__})'

    __str__ = __repr__

    def __getattr__(self, name):
        return _lookup('numpy.random.Generator', name, f"'Generator' object has no attribute '{name}'")

    # `draw()` for each element of a shape; a number without a shape.
    def _filled(self, size, draw, kind=torch.float64):
        if size is None:
            return draw()
        shape = _shape((size,))
        return _array(torch.tensor([draw() for _ in range(math.prod(shape))], dtype=kind).reshape(shape))

    # offset + factor * draw(), of numbers or of arrays that broadcast.
    def _scaled(self, size, draw, offset, factor):
        if not _is_array(offset, factor):
            return self._filled(size, lambda: offset + factor * draw())
        offset, factor = (_tensor_of(each, 'float64') for each in (offset, factor))
        shape = torch.broadcast_shapes(offset.shape, factor.shape) if size is None else _shape((size,))
        return _array(offset + factor * self._filled(tuple(shape), draw)._tensor)

    def _of_kind(self, dtype, size, out, draw, draw_single):
        if out is not None:
            _missing('random.Generator with out=')
        kind = _found(dtype).name
        if kind not in ('float32', 'float64'):
            raise TypeError(f'Unsupported dtype {_found(dtype)!r} for the numbers of a Generator')
        if kind == 'float64':
            return self._filled(size, draw)
        made = self._filled(() if size is None else size, draw_single, torch.float32)
        return float(made._tensor) if size is None else made

    def random(self, size=None, dtype='float64', out=None):
        bits = self.bit_generator
        return self._of_kind(dtype, size, out, bits.next_double, lambda: (bits.next32() >> 8) * (1.0 / 16777216.0))

    def uniform(self, low=0.0, high=1.0, size=None):
        draw = self.bit_generator.next_double
        if not _is_array(low, high):
            width = high - low
            return self._filled(size, lambda: low + width * draw())
        low = _tensor_of(low, 'float64')
        return self._scaled(size, draw, _array(low), _array(_tensor_of(high, 'float64') - low))

    def _next_normal(self):
        bits = self.bit_generator
        while True:
            word = bits.next64()
            layer, sign, whole = word & 255, word >> 8 & 1, word >> 9 & 0xfffffffffffff
            x = whole * (_normal.edges[layer] * _normal.scale)
            if sign:
                x = -x
            if whole < _normal.certain[layer]:
                return x
            x = self._near_edge(layer, x, whole >> 8 & 1, bits.next_double)
            if x is not None:
                return x

    def _next_normal_single(self):
        bits = self.bit_generator

        def draw():
            return (bits.next32() >> 8) * (1.0 / 16777216.0)

        while True:
            word = bits.next32()
            layer, sign, whole = word & 255, word >> 8 & 1, word >> 9 & 0x7fffff
            x = float(torch.tensor(whole, dtype=torch.float32) * torch.tensor(_normal.edges[layer] * _normal_single.scale))
            if sign:
                x = -x
            if whole < _normal_single.certain[layer]:
                return x
            x = self._near_edge(layer, x, whole >> 8 & 1, draw)
            if x is not None:
                return x

    # A number in the tail, or None when the one near a layer's edge is rejected.
    @staticmethod
    def _near_edge(layer, x, is_negative, draw):
        if layer == 0:
            edge = _normal.edges[255]
            while True:
                beyond, height = -1 / edge * math.log1p(-draw()), -math.log1p(-draw())
                if height + height > beyond * beyond:
                    return -(edge + beyond) if is_negative else edge + beyond
        above, below = _normal.densities[layer - 1], _normal.densities[layer]
        return x if (above - below) * draw() + below < _bell(x) else None

    def standard_normal(self, size=None, dtype='float64', out=None):
        return self._of_kind(dtype, size, out, self._next_normal, self._next_normal_single)

    def normal(self, loc=0.0, scale=1.0, size=None):
        if not _is_array(scale) and scale < 0:
            raise ValueError('scale < 0')
        return self._scaled(size, self._next_normal, loc, scale)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        if _is_array(mean, sigma):
            _missing('random.Generator.lognormal of arrays')
        return self._filled(size, lambda: math.exp(mean + sigma * self._next_normal()))

    def _next_exponential(self):
        bits = self.bit_generator
        while True:
            word = bits.next64() >> 3
            layer, whole = word & 255, word >> 8
            x = whole * (_exponential.edges[layer] * _exponential.scale)
            if whole < _exponential.certain[layer]:
                return x
            if layer == 0:
                return _exponential.edges[255] - math.log1p(-bits.next_double())
            above, below = _exponential.densities[layer - 1], _exponential.densities[layer]
            if (above - below) * bits.next_double() + below < math.exp(-x):
                return x

    def standard_exponential(self, size=None, dtype='float64', method='zig', out=None):
        if method != 'zig' or _found(dtype).name != 'float64' or out is not None:
            _missing('random.Generator.standard_exponential of this kind')
        return self._filled(size, self._next_exponential)

    def exponential(self, scale=1.0, size=None):
        return self._scaled(size, self._next_exponential, 0.0, scale)

    def integers(self, low, high=None, size=None, dtype='int64', endpoint=False):
        low, high = (0, low) if high is None else (low, high)
        kind = _found(dtype)
        below = self.bit_generator.below
        if _is_array(low, high):
            low, high = torch.broadcast_tensors(_tensor_of(low), _tensor_of(high))
            shape = low.shape if size is None else _shape((size,))
            bounds = [low.expand(shape).reshape(-1).tolist(), high.expand(shape).reshape(-1).tolist()]
            made = [first + below(self._most(first, last, endpoint)) for first, last in zip(*bounds)]
            return _array(torch.tensor(made, dtype=kind._torch).reshape(shape))
        most = self._most(low, high, endpoint)
        draw = below if kind.itemsize >= 4 else self._parts_of_words(kind.itemsize * 8 if kind.name != 'bool' else 1)
        found = self._filled(size, lambda: low + draw(most), kind._torch)
        if size is not None:
            return found
        return dtype(found) if dtype in (int, bool) else _scalar(torch.tensor(found, dtype=kind._torch))

    @staticmethod
    def _most(low, high, endpoint):
        most = int(high) - int(low) - (not endpoint)
        if most < 0:
            raise ValueError('low > high' if endpoint else 'low >= high')
        return most

    # Draws for narrow integers, which take several parts from a word of 32 bits.
    def _parts_of_words(self, width):
        left, word, mask = 0, 0, (1 << width) - 1

        def part():
            nonlocal left, word
            if left:
                word >>= width
                left -= 1
            else:
                word, left = self.bit_generator.next32(), 32 // width - 1
            return word & mask

        def draw(most):
            if not most:
                return 0
            if most == mask:
                return part()
            product = part() * (most + 1)
            if product & mask < most + 1:
                limit = (mask - most) % (most + 1)
                while product & mask < limit:
                    product = part() * (most + 1)
            return product >> width

        return draw

    def bytes(self, length):
        words = [self.bit_generator.next32().to_bytes(4, 'little') for _ in range((length + 3) // 4)]
        return b''.join(words)[:length]

    def shuffle(self, x, axis=0):
        if axis:
            _missing('random.Generator.shuffle along an axis')
        for i in range(len(x) - 1, 0, -1):
            j = self.bit_generator.below_masked(i)
            if isinstance(x, _Values):
                x._check_writable()
                held = x._tensor[i].clone()
                x._tensor[i] = x._tensor[j]
                x._tensor[j] = held
            else:
                x[i], x[j] = x[j], x[i]

    def _shuffled(self, items, first=1):
        for i in range(len(items) - 1, first - 1, -1):
            j = self.bit_generator.below(i)
            items[i], items[j] = items[j], items[i]
        return items

    def permutation(self, x, axis=0):
        if axis:
            _missing('random.Generator.permutation along an axis')
        items = torch.arange(x) if isinstance(x, int) else _tensor_of(x)
        places = _array(torch.arange(len(items)))
        self.shuffle(places)
        return _array(items[places._tensor])

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        if axis:
            _missing('random.Generator.choice along an axis')
        items = None if isinstance(a, int) else _tensor_of(a)
        count = a if items is None else len(items)
        shape = [] if size is None else _shape((size,))
        total = math.prod(shape)
        if count == 0 and total:
            raise ValueError('a cannot be empty unless no samples are taken')
        if not replace and total > count:
            raise ValueError('Cannot take a larger sample than population when replace is False')
        if p is not None and not replace:
            _missing('random.Generator.choice with p and without replacement')
        if p is not None:
            sums = torch.cumsum(_tensor_of(p, 'float64'), 0)
            draws = torch.tensor([self.bit_generator.next_double() for _ in range(total)], dtype=torch.float64)
            places = torch.searchsorted(sums / sums[-1], draws, right=True)
        else:
            below = self.bit_generator.below
            places = torch.tensor([below(count - 1) for _ in range(total)] if replace else self._sample(count, total, shuffle), dtype=torch.int64)
        chosen = places.reshape(shape) if items is None else items[places].reshape(shape + list(items.shape[1:]))
        return _array(chosen) if chosen.dim() else _scalar(chosen)

    # `total` different numbers below `count`.
    def _sample(self, count, total, shuffle):
        if count > 10000 and total > count // (50 if shuffle else 20):
            return self._shuffled(list(range(count)), max(count - total, 1))[count - total:]
        chosen, known = [], set()
        for last in range(count - total, count):
            number = self.bit_generator.below(last)
            if number in known:
                number = last
            known.add(number)
            chosen.append(number)
        return self._shuffled(chosen) if shuffle else chosen

    def spawn(self, n_children):
        return [Generator(PCG64(seed)) for seed in self.bit_generator.seed_seq.spawn(n_children)]


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, PCG64) else PCG64(seed))
