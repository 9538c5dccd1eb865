"""Numbers as bytes, in C's formats."""
import torch

__all__ = ['calcsize', 'pack', 'pack_into', 'unpack', 'unpack_from', 'iter_unpack', 'Struct', 'error']

# Sizes by format character: as on AMD64 and AArch64 for '@', else the standard ones.
_NATIVE = {'c': 1, 'b': 1, 'B': 1, '?': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'n': 8, 'N': 8, 'e': 2,
           'f': 4, 'd': 8, 's': 1, 'p': 1, 'x': 1, 'P': 8}
_STANDARD = {**{each: size for each, size in _NATIVE.items() if each not in 'nNP'}, 'l': 4, 'L': 4}
_REALS = {'e': torch.float16, 'f': torch.float32, 'd': torch.float64}
_SIGNED = 'bhilqn'
_MOST = {'b': 'byte', 'B': 'ubyte', 'h': 'short', 'H': 'ushort'}  # @1.13


class error(Exception):
    pass


class Struct:
    def __init__(self, format):
        if isinstance(format, bytes):
            format = format.decode()
        self.format = format
        isNative = not format or format[0] not in '=<>!'
        self._order = 'big' if format[:1] in ('>', '!') else 'little'
        sizes = _NATIVE if isNative else _STANDARD
        self._fields = []    # character, offset, size in bytes
        at, count = 0, ''
        for letter in format[1:] if format[:1] in tuple('@=<>!') else format:
            if letter.isspace():
                continue
            if letter.isdigit():
                count += letter
                continue
            if letter not in sizes:
                raise error('bad char in struct format')
            size, times = sizes[letter], int(count or 1)
            count = ''
            if isNative:
                at += -at % size
            if letter in 'sp':
                self._fields.append((letter, at, times))
            elif letter != 'x':
                self._fields.extend((letter, at + i * size, size) for i in range(times))
            at += size * times
        if count:
            raise error('repeat count given without format specifier')
        self.size = at

    def pack(self, *v):
        if len(v) != len(self._fields):
            raise error(f'pack expected {len(self._fields)} items for packing (got {len(v)})')
        packed = bytearray(self.size)
        for (letter, at, size), value in zip(self._fields, v):
            packed[at:at + size] = self._packed(letter, size, value)
        return bytes(packed)

    def _packed(self, letter, size, value):
        if letter in _REALS:
            if not isinstance(value, (int, float)) and not hasattr(value, '__float__'):
                raise error('required argument is not a float')
            data = torch._C._tensor_bytes(torch.tensor(float(value), dtype=_REALS[letter]))
            return data if self._order == 'little' else data[::-1]
        if letter == '?':
            return bytes([bool(value)])
        if letter in 'csp':
            if not isinstance(value, (bytes, bytearray)):
                raise error(f"argument for '{letter}' must be a bytes object" if letter != 'c' else
                            'char format requires a bytes object of length 1')
            if letter == 'c' and len(value) != 1:
                raise error('char format requires a bytes object of length 1')
            if letter == 'p':
                value = bytes([min(len(value), size - 1, 255)]) + value[:size - 1] if size else b''
            return bytes(value[:size]) + bytes(size - len(value[:size]))
        if isinstance(value, float) or not hasattr(value, '__index__'):
            raise error('required argument is not an integer')
        value = value.__index__()
        isSigned = letter in _SIGNED
        low, high = (-(1 << size * 8 - 1), (1 << size * 8 - 1) - 1) if isSigned else (0, (1 << size * 8) - 1)
        if not low <= value <= high:
            if letter in _MOST:  # @1.13
                raise error(f'{_MOST[letter]} format requires {low} <= number <= {high}')
            raise error(f"'{letter}' format requires {low} <= number <= {high}")
        return value.to_bytes(size, self._order, signed=isSigned)

    def pack_into(self, buffer, offset, *v):
        if offset < 0:
            offset += len(buffer)
        if offset < 0 or offset + self.size > len(buffer):
            raise error(f'pack_into requires a buffer of at least {offset + self.size} bytes for packing {self.size} bytes at '
                        f'offset {offset} (actual buffer size is {len(buffer)})')
        buffer[offset:offset + self.size] = self.pack(*v)

    def unpack(self, buffer, /):
        if len(buffer) != self.size:
            raise error(f'unpack requires a buffer of {self.size} bytes')
        return self._unpacked(buffer, 0)

    def unpack_from(self, buffer, offset=0):
        if offset < 0:
            offset += len(buffer)
        if offset < 0 or offset + self.size > len(buffer):
            raise error(f'unpack_from requires a buffer of at least {offset + self.size} bytes for unpacking {self.size} bytes at '
                        f'offset {offset} (actual buffer size is {len(buffer)})')
        return self._unpacked(buffer, offset)

    def iter_unpack(self, buffer, /):
        if not self.size or len(buffer) % self.size:
            raise error(f'iterative unpacking requires a buffer of a multiple of {self.size} bytes')
        for at in range(0, len(buffer), self.size):
            yield self._unpacked(buffer, at)

    def _unpacked(self, buffer, offset):
        return tuple(self._value(letter, bytes(buffer[offset + at:offset + at + size])) for letter, at, size in self._fields)

    def _value(self, letter, data):
        if letter in _REALS:
            return torch.frombuffer(data if self._order == 'little' else data[::-1], dtype=_REALS[letter]).item()
        if letter == '?':
            return data != b'\0'
        if letter in 'cs':
            return data
        if letter == 'p':
            return data[1:1 + data[0]] if data else b''
        return int.from_bytes(data, self._order, signed=letter in _SIGNED)


def calcsize(format, /):
    return Struct(format).size


def pack(format, /, *v):
    return Struct(format).pack(*v)


def pack_into(format, buffer, offset, /, *v):
    Struct(format).pack_into(buffer, offset, *v)


def unpack(format, buffer, /):
    return Struct(format).unpack(buffer)


def unpack_from(format, /, buffer, offset=0):
    return Struct(format).unpack_from(buffer, offset)


def iter_unpack(format, buffer, /):
    return Struct(format).iter_unpack(buffer)
