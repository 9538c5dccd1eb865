"""Files of gzip. A file is unpacked when it is opened, and packed when it is closed."""
import io

import torch
import zlib

__all__ = ['BadGzipFile', 'open', 'GzipFile', 'compress', 'decompress']

_GZIP = 31    # zlib's windowBits for streams with gzip's header and checksum
_MAGIC = b'\x1f\x8b'


class BadGzipFile(OSError):
    pass


# A file may have several members, one after another, and zeros behind them.
def decompress(data):
    members = []
    at = 0
    while at < len(data):
        if data[at:at + 2] != _MAGIC:
            if members and not data[at:].strip(b'\0'):
                break
            raise BadGzipFile(f'Not a gzipped file ({data[at:at + 2]!r})')
        try:
            member, at = torch._C._inflate(data, _GZIP, at)
        except zlib.error as cause:
            if 'truncated' in str(cause):
                raise EOFError('Compressed file ended before the end-of-stream marker was reached') from None
            raise
        members.append(member)
    return members[0] if len(members) == 1 else b''.join(members)


def compress(data, compresslevel=9, *, mtime=None):
    return torch._C._deflate(data, compresslevel, _GZIP)


class GzipFile(io.BytesIO):
    def __init__(self, filename=None, mode='rb', compresslevel=9, fileobj=None, mtime=None):
        self._file = fileobj or io.open(filename, mode.replace('t', '').replace('b', '') + 'b')
        self._isOwn = fileobj is None
        self._level = compresslevel
        self.name = getattr(self._file, 'name', '') if filename is None else filename
        self.mode = mode
        self._writes = mode[0] != 'r'
        super().__init__(b'' if self._writes else decompress(self._file.read()))

    def readable(self):
        return not self._writes

    def writable(self):
        return self._writes

    def close(self):
        if self.closed:
            return
        if self._writes:
            self._file.write(compress(self.getvalue(), self._level))
        super().close()
        if self._isOwn:
            self._file.close()


class _TextFile(io.StringIO):
    def __init__(self, binary, encoding, errors, newline):
        self._binary = binary
        self.encoding = encoding or 'UTF-8'
        self.errors = errors or 'strict'
        text = '' if binary.writable() else binary.read().decode(self.encoding, self.errors)
        super().__init__(text, newline)

    def close(self):
        if self.closed:
            return
        if self._binary.writable():
            self._binary.write(self.getvalue().encode(self.encoding, self.errors))
        super().close()
        self._binary.close()


def open(filename, mode='rb', compresslevel=9, encoding=None, errors=None, newline=None):
    if 't' in mode and 'b' in mode:
        raise ValueError(f'Invalid mode: {mode!r}')
    isFile = hasattr(filename, 'read') or hasattr(filename, 'write')
    binary = GzipFile(None if isFile else filename, mode.replace('t', ''), compresslevel, filename if isFile else None)
    return _TextFile(binary, encoding, errors, newline) if 't' in mode else binary
