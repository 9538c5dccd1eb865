"""Random numbers: the Mersenne Twister MT19937, with CPython's conversion of its words to numbers and choices.

Nothing is random at run time: a generator without a seed starts from 0.
"""

import math

__all__ = ["Random", "SystemRandom", "betavariate", "choice", "choices", "expovariate", "gammavariate",
           "gauss",
           "getrandbits", "getstate", "lognormvariate", "normalvariate", "paretovariate", "randbytes",
           "randint",
           "random", "randrange", "sample", "seed", "setstate", "shuffle", "triangular", "uniform",
           "vonmisesvariate", "weibullvariate"]

_WORDS = 624
_AHEAD = 397
_MASK = 0xffffffff


class _Twister:
    """The generator's state: 624 words of 32 bits, and the number of words used."""

    def __init__(self, key):
        self.words = self._from_key(key)
        self.at = _WORDS

    @staticmethod
    def _from_key(key):
        word = 19650218
        words = [word]
        for i in range(1, _WORDS):
            word = (1812433253 * (word ^ word >> 30) + i) & _MASK
            words.append(word)
        i = 1
        size = len(key)
        for step in range(max(_WORDS, size)):
            last = words[i - 1]
            j = step % size
            words[i] = ((words[i] ^ (last ^ last >> 30) * 1664525) + key[j] + j) & _MASK
            i += 1
            if i == _WORDS:
                words[0] = words[-1]
                i = 1
        for step in range(_WORDS - 1):
            last = words[i - 1]
            words[i] = ((words[i] ^ (last ^ last >> 30) * 1566083941) - i) & _MASK
            i += 1
            if i == _WORDS:
                words[0] = words[-1]
                i = 1
        words[0] = 0x80000000
        return words

    def _twist(self):
        words = self.words
        for i in range(_WORDS):
            mixed = words[i] & 0x80000000 | words[(i + 1) % _WORDS] & 0x7fffffff
            words[i] = words[(i + _AHEAD) % _WORDS] ^ mixed >> 1 ^ (0x9908b0df if mixed & 1 else 0)
        self.at = 0

    def next(self):
        if self.at >= _WORDS:
            self._twist()
        y = self.words[self.at]
        self.at += 1
        y ^= y >> 11
        y ^= y << 7 & 0x9d2c5680
        y ^= y << 15 & 0xefc60000
        return y ^ y >> 18


def _seed_key(a):
    """The words of a seed, the lowest first."""
    if isinstance(a, str):
        a = a.encode()
    if isinstance(a, (bytes, bytearray)):   # CPython appends a SHA-512 of the text here
        key = [int.from_bytes(a[max(end - 4, 0):end], "big") for end in range(len(a), 0, -4)]
        while key and not key[-1]:
            key.pop()
        return key or [0]
    if a is not None and not isinstance(a, (int, float)):
        raise TypeError("a seed is None, a number or text")
    number = 0 if a is None else abs(hash(a) if isinstance(a, float) else a)
    return [number & _MASK, number >> 32] if number >> 32 else [number]


class Random:
    VERSION = 3

    def __init__(self, x=None):
        self.seed(x)

    def seed(self, a=None, version=2):
        self._key = _seed_key(a)
        self._state = None      # created at the first draw
        self.gauss_next = None

    def _twister(self):
        if self._state is None:
            self._state = _Twister(self._key)
        return self._state

    def getstate(self):
        state = self._twister()
        return self.VERSION, (*state.words, state.at), self.gauss_next

    def setstate(self, state):
        version, words, self.gauss_next = state
        if version != self.VERSION:
            raise ValueError(f"version {version} of the state isn't supported")
        twister = self._twister()
        twister.words = list(words[:-1])
        twister.at = words[-1]

    def random(self):
        next_word = self._twister().next
        high = next_word() >> 5
        return (high * 67108864.0 + (next_word() >> 6)) * (1.0 / 9007199254740992.0)

    def getrandbits(self, k):
        if k < 0:
            raise ValueError("the number of bits must not be negative")
        next_word = self._twister().next
        if k <= 32:
            return next_word() >> 32 - k if k else 0
        number = shift = 0
        while k > 0:
            word = next_word()
            number |= (word >> 32 - k if k < 32 else word) << shift
            shift += 32
            k -= 32
        return number

    def randbytes(self, n):
        next_word = self._twister().next
        words = [next_word() for _ in range(n // 4)]
        whole = b"".join([word.to_bytes(4, "little") for word in words])
        return whole + self.getrandbits(n % 4 * 8).to_bytes(n % 4, "little")

    def _randbelow(self, n):
        if not n:
            return 0
        bits = n.bit_length()
        number = self.getrandbits(bits)
        while number >= n:
            number = self.getrandbits(bits)
        return number

    def randrange(self, start, stop=None, step=1):
        if stop is None:
            if step != 1:
                raise TypeError("a step needs a stop")
            start, stop = 0, start
        for number in (start, stop, step):
            if not isinstance(number, int):
                raise TypeError("randrange() expects integers")
        if step == 0:
            raise ValueError("the step must not be 0")
        size = len(range(start, stop, step))
        if size <= 0:
            raise ValueError("the range is empty")
        return start + step * self._randbelow(size)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if not len(seq):
            raise IndexError("nothing to choose from")
        return seq[self._randbelow(len(seq))]

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._randbelow(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        if isinstance(population, (set, frozenset, dict)) or not hasattr(population, "__getitem__"):
            raise TypeError("the population must be a sequence")
        if counts is not None:
            population = [item for item, count in zip(population, counts) for _ in range(count)]
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError("the sample is larger than the population, or negative")
        # CPython's limit between drawing from a shrinking list and recording the drawn indices.
        border = 21
        if k > 5:
            border += 4 ** math.ceil(math.log(k * 3, 4))
        if n <= border:
            pool = list(population)
            result = []
            for i in range(k):
                j = self._randbelow(n - i)
                result.append(pool[j])
                pool[j] = pool[n - i - 1]
            return result
        drawn = []
        known = set()
        while len(drawn) < k:
            j = self._randbelow(n)
            if j not in known:
                known.add(j)
                drawn.append(population[j])
        return drawn

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        n = len(population)
        if weights is not None:
            if cum_weights is not None:
                raise TypeError("weights or cum_weights, not both")
            cum_weights = []
            total = 0
            for weight in weights:
                total += weight
                cum_weights.append(total)
        elif cum_weights is None:
            return [population[math.floor(self.random() * float(n))] for _ in range(k)]
        if len(cum_weights) != n:
            raise ValueError("the number of weights must equal the number of choices")
        total = cum_weights[-1] + 0.0
        if total <= 0.0 or not math.isfinite(total):
            raise ValueError("the sum of the weights must be positive and finite")
        return [population[_first_above(cum_weights, self.random() * total, n - 1)] for _ in range(k)]

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self.random()
        if high == low:
            return low
        c = 0.5 if mode is None else (mode - low) / (high - low)
        if u > c:
            u, c, low, high = 1.0 - u, 1.0 - c, high, low
        return low + (high - low) * math.sqrt(u * c)

    def normalvariate(self, mu=0.0, sigma=1.0):
        # Kinderman and Monahan's ratio of uniform deviates.
        scale = 4 * math.exp(-0.5) / math.sqrt(2.0)
        while True:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = scale * (u1 - 0.5) / u2
            if z * z / 4.0 <= -math.log(u2):
                return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        z = self.gauss_next
        self.gauss_next = None
        if z is None:
            angle = self.random() * (2.0 * math.pi)
            radius = math.sqrt(-2.0 * math.log(1.0 - self.random()))
            z = math.cos(angle) * radius
            self.gauss_next = math.sin(angle) * radius
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return math.exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        return -math.log(1.0 - self.random()) / lambd

    def paretovariate(self, alpha):
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-math.log(1.0 - self.random())) ** (1.0 / beta)

    def vonmisesvariate(self, mu, kappa):
        if kappa <= 1e-6:
            return 2.0 * math.pi * self.random()
        s = 0.5 / kappa
        r = s + math.sqrt(1.0 + s * s)
        while True:
            z = math.cos(math.pi * self.random())
            d = z / (r + z)
            u = self.random()
            if u < 1.0 - d * d or u <= (1.0 - d) * math.exp(d):
                break
        q = 1.0 / r
        angle = math.acos((q + z) / (1.0 + q * z))
        return (mu + angle if self.random() > 0.5 else mu - angle) % (2.0 * math.pi)

    def gammavariate(self, alpha, beta):
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("alpha and beta must be positive")
        if alpha > 1.0:     # Cheng, 1977
            scale = math.sqrt(2.0 * alpha - 1.0)
            offset = alpha - math.log(4.0)
            while True:
                u1 = self.random()
                if not 1e-7 < u1 < 0.9999999:
                    continue
                u2 = 1.0 - self.random()
                v = math.log(u1 / (1.0 - u1)) / scale
                x = alpha * math.exp(v)
                z = u1 * u1 * u2
                r = offset + (alpha + scale) * v - x
                if r + (1.0 + math.log(4.5)) - 4.5 * z >= 0.0 or r >= math.log(z):
                    return x * beta
        if alpha == 1.0:
            return -math.log(1.0 - self.random()) * beta
        while True:         # Ahrens and Dieter, 1974
            b = (math.e + alpha) / math.e
            p = b * self.random()
            x = p ** (1.0 / alpha) if p <= 1.0 else -math.log((b - p) / alpha)
            u1 = self.random()
            if u1 <= (x ** (alpha - 1.0) if p > 1.0 else math.exp(-x)):
                return x * beta

    def betavariate(self, alpha, beta):
        y = self.gammavariate(alpha, 1.0)
        return y / (y + self.gammavariate(beta, 1.0)) if y else 0.0


def _first_above(sums, x, last):
    low, high = 0, last
    while low < high:
        middle = (low + high) // 2
        if x < sums[middle]:
            high = middle
        else:
            low = middle + 1
    return low


class SystemRandom(Random):
    """Draws the same numbers as Random, because the system has no source of randomness here."""


_shared = Random()
for _name in __all__[2:]:
    globals()[_name] = getattr(_shared, _name)
