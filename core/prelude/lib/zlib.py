"""Compression of bytes at once, by zlib's own functions."""
import torch

DEFLATED = 8
DEF_MEM_LEVEL = 8
MAX_WBITS = 15
DEF_BUF_SIZE = 16384
Z_NO_COMPRESSION, Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_DEFAULT_COMPRESSION = 0, 1, 9, -1


class error(Exception):
    pass


def compress(data, /, level=Z_DEFAULT_COMPRESSION, wbits=MAX_WBITS):
    return torch._C._deflate(data, level, wbits)


def decompress(data, /, wbits=MAX_WBITS, bufsize=DEF_BUF_SIZE):
    return torch._C._inflate(data, wbits, 0)[0]


def crc32(data, value=0, /):
    return torch._C._crc32(data, value)


def adler32(data, value=1, /):
    return torch._C._adler32(data, value)
