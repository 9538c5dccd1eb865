import gzip
import io
import struct
import zlib

import torch

data = bytes(range(256)) * 40
for level in (1, 6, 9):
    packed = zlib.compress(data, level)
    print(len(packed) < 1000, zlib.decompress(packed) == data)
print(zlib.crc32(data), zlib.crc32(b'more', zlib.crc32(data)), zlib.adler32(data), zlib.crc32(b''))
for damaged in (b'nothing', zlib.compress(data)[:-8]):
    try:
        zlib.decompress(damaged)
    except zlib.error as error:
        print(error)
print(gzip.decompress(gzip.compress(data) + gzip.compress(b'tail')) == data + b'tail')
with gzip.open('lines.gz', 'wt') as file:
    file.write('first\nsecond\n')
with gzip.open('lines.gz', 'rt') as file:
    print([line for line in file])
with gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(b'in memory'))) as file:
    print(file.read(2), file.read())
for damaged in (b'nothing', gzip.compress(data)[:50]):
    try:
        print(gzip.decompress(damaged))
    except (gzip.BadGzipFile, EOFError) as error:
        print(type(error).__name__, error)

print(struct.pack('<hIq', -2, 7, -9), struct.pack('>d', 1.5), struct.pack('=5s?c', b'abc', True, b'x'), struct.pack('<3B', 1, 2, 3))
print(struct.unpack('<hIq', struct.pack('<hIq', -2, 7, -9)), struct.unpack('>fd', struct.pack('>fd', 0.1, 0.1)))
print(struct.calcsize('bi'), struct.calcsize('<bi'), struct.calcsize('@bq2h'), struct.calcsize('i 2x'), struct.unpack('<e', b'\x00\x3c'))
print(list(struct.iter_unpack('<H', b'\1\0\2\0')), struct.unpack_from('>H', b'\0\0\1\2', 2), struct.Struct('>IB').size)
buffer = bytearray(8)
struct.pack_into('>I', buffer, 2, 0x01020304)
print(buffer)
for format, values in (('B', [256]), ('<i', [1 << 31]), ('h', ['a']), ('f', ['a']), ('2i', [1]), ('z', [1])):
    try:
        struct.pack(format, *values)
    except struct.error as error:
        print(error)
try:
    struct.unpack('<I', b'\0')
except struct.error as error:
    print(error)

print(torch.frombuffer(bytearray(data), dtype=torch.int16, count=4, offset=2))
print(torch.frombuffer(bytearray(struct.pack('<3f', 1, 2, 3)), dtype=torch.float32))
for options in (dict(dtype=torch.int32, offset=1), dict(dtype=torch.int64, count=2000), dict(dtype=torch.uint8, offset=99999)):
    try:
        torch.frombuffer(bytearray(data), **options)
    except ValueError as error:
        print(error)
