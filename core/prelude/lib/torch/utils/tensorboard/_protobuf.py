"""Messages of protocol buffers as bytes: each function returns one field. A field with its type's default is left out."""
import torch


def _varint(value):
    data = bytearray()
    value &= (1 << 64) - 1    # a negative number has ten bytes
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    data.append(value)
    return bytes(data)


def integer(field, value):
    return _varint(field << 3) + _varint(value) if value else b''


def _reals(values, dtype):
    return torch._C._tensor_bytes(torch.tensor(values, dtype=dtype))


def double(field, value):
    return _varint(field << 3 | 1) + _reals([value], torch.float64) if value else b''


# Messages with one value out of several say which one it is even if it is 0.
def present_double(field, value):
    return _varint(field << 3 | 1) + _reals([value], torch.float64)


def present_single(field, value):
    return _varint(field << 3 | 5) + _reals([value], torch.float32)


def packed_singles(field, values):
    return message(field, _reals(values, torch.float32))


def present_integer(field, value):
    return _varint(field << 3) + _varint(value)


def message(field, data):
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def text(field, value):
    return message(field, value.encode()) if value else b''


def packed_doubles(field, values):
    return message(field, _reals(values, torch.float64)) if len(values) else b''
