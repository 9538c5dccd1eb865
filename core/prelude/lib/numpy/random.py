# numpy.random of a seed: the generator MT19937 with the bits of NumPy's RandomState.
import math
import random as _python

import torch

from ._arrays import _array, _scalar, _shape, _tensor_of, _Values
from ._dtypes import _found
from ._generator import PCG64, Generator, SeedSequence, default_rng
from ._names import lookup as _lookup, missing as _missing

_WORDS = 624
_MASK = 0xffffffff


def __getattr__(name):
    return _lookup('numpy.random', name, f"module 'numpy.random' has no attribute '{name}'")


class RandomState:
    def __init__(self, seed=None):
        self._words = _python.Random()
        self.seed(seed)

    def __getattr__(self, name):
        return _lookup('numpy.random.RandomState', name, f"'RandomState' object has no attribute '{name}'")

    def seed(self, seed=None):
        self._gauss = None
        if isinstance(seed, _Values):
            seed = seed.tolist()
        if isinstance(seed, (list, tuple)):
            _missing('random.seed of several numbers')
        word = 0 if seed is None else seed
        if not 0 <= word <= _MASK:
            raise ValueError('Seed must be between 0 and 2**32 - 1')
        words = [word]
        for i in range(1, _WORDS):
            word = (1812433253 * (word ^ word >> 30) + i) & _MASK
            words.append(word)
        self._words.setstate((3, (*words, _WORDS), None))

    def get_state(self):
        version, words, _ = self._words.getstate()
        return 'MT19937', _array(torch.tensor(words[:-1])), words[-1], int(self._gauss is not None), self._gauss or 0.0

    def set_state(self, state):
        _, words, place, has_gauss, gauss = state
        self._words.setstate((3, (*_tensor_of(words).tolist(), place), None))
        self._gauss = gauss if has_gauss else None

    # `draw()` for each element of a shape; a number without a shape.
    def _filled(self, size, draw, kind=torch.float64):
        if size is None:
            return draw()
        shape = _shape((size,))
        return _array(torch.tensor([draw() for _ in range(math.prod(shape))], dtype=kind).reshape(shape))

    def random_sample(self, size=None):
        return self._filled(size, self._words.random)

    random = ranf = sample = random_sample

    def rand(self, *shape):
        return self.random_sample(shape or None)

    def uniform(self, low=0.0, high=1.0, size=None):
        width = high - low
        return self._filled(size, lambda: low + width * self._words.random())

    def _next_gauss(self):
        if self._gauss is not None:
            found, self._gauss = self._gauss, None
            return found
        while True:
            x, y = 2.0 * self._words.random() - 1.0, 2.0 * self._words.random() - 1.0
            square = x * x + y * y
            if 0.0 < square < 1.0:
                break
        factor = math.sqrt(-2.0 * math.log(square) / square)
        self._gauss = factor * x
        return factor * y

    def standard_normal(self, size=None):
        return self._filled(size, self._next_gauss)

    def randn(self, *shape):
        return self.standard_normal(shape or None)

    def normal(self, loc=0.0, scale=1.0, size=None):
        return self._filled(size, lambda: loc + scale * self._next_gauss())

    # A number from 0 to `most`: words are drawn until one fits.
    def _below(self, most):
        if not most:
            return 0
        mask = (1 << most.bit_length()) - 1
        while True:
            word = self._words.getrandbits(32)
            if most > _MASK:
                word = word << 32 | self._words.getrandbits(32)
            if word & mask <= most:
                return word & mask

    def randint(self, low, high=None, size=None, dtype=int):
        low, high = (0, low) if high is None else (low, high)
        if low >= high:
            raise ValueError('low >= high' if size is not None or high else 'high <= 0')
        if _found(dtype).itemsize < 4:
            _missing(f'random.randint of {_found(dtype)}')
        return self._filled(size, lambda: low + self._below(high - low - 1), _found(dtype)._torch)

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._below(i)
            if isinstance(x, _Values):
                x._check_writable()
                held = x._tensor[i].clone()
                x._tensor[i] = x._tensor[j]
                x._tensor[j] = held
            else:
                x[i], x[j] = x[j], x[i]

    def permutation(self, x):
        made = _array(torch.arange(x) if isinstance(x, int) else _tensor_of(x).clone())
        if made.ndim == 1:
            self.shuffle(made)
            return made
        places = _array(torch.arange(len(made)))
        self.shuffle(places)
        return _array(made._tensor[places._tensor])

    def choice(self, a, size=None, replace=True, p=None):
        items = None if isinstance(a, int) else _tensor_of(a)
        count = a if items is None else len(items)
        total = 1 if size is None else math.prod(_shape((size,)))
        if p is not None:
            if not replace:
                _missing('random.choice with p and without replacement')
            sums = torch.cumsum(_tensor_of(p, 'float64'), 0)
            places = torch.searchsorted(sums / sums[-1], _tensor_of([self._words.random() for _ in range(total)], 'float64'), right=True)
        elif replace:
            places = torch.tensor([self._below(count - 1) for _ in range(total)], dtype=torch.int64)
        elif total > count:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'")
        else:
            places = self.permutation(count)._tensor[:total]
        chosen = places if items is None else items[places]
        if size is not None:
            return _array(chosen.reshape(_shape((size,)) + list(chosen.shape[1:])))
        return (int(chosen[0]) if items is None else _scalar(chosen[0].clone())) if chosen.dim() == 1 else _array(chosen[0])


_state = RandomState()
seed, get_state, set_state = _state.seed, _state.get_state, _state.set_state
random = random_sample = ranf = sample = _state.random_sample
rand, randn, randint, uniform, normal = _state.rand, _state.randn, _state.randint, _state.uniform, _state.normal
standard_normal, shuffle, permutation, choice = _state.standard_normal, _state.shuffle, _state.permutation, _state.choice
