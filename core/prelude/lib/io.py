"""Files in memory, and files of the system when a program runs on one."""

import _host

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
DEFAULT_BUFFER_SIZE = 8192


class UnsupportedOperation(OSError, ValueError):
    pass


class IOBase:
    closed = False

    def close(self):
        self.closed = True

    def _check(self):
        if self.closed:
            raise ValueError("the file is closed")

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *exc_info):
        self.close()

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readlines(self, hint=-1):
        return list(self)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        self._check()

    def readable(self):
        self._check()
        return True

    writable = seekable = readable

    def isatty(self):
        self._check()
        return False

    def fileno(self):
        raise UnsupportedOperation("fileno")

    def detach(self):
        raise UnsupportedOperation("detach")


class RawIOBase(IOBase):
    pass


class BufferedIOBase(IOBase):
    pass


class TextIOBase(IOBase):
    encoding = None
    errors = None
    newlines = None


class _Memory:
    """Reads and writes at a position of the str or bytes in `_data`."""

    def getvalue(self):
        self._check()
        return self._data

    def _span(self, size):
        self._check()
        end = len(self._data) if size is None or size < 0 else self._at + size
        begin, self._at = self._at, max(self._at, min(end, len(self._data)))
        return self._data[begin:self._at]

    def read(self, size=-1, /):
        return self._span(size)

    def readline(self, size=-1, /):
        self._check()
        end = self._data.find(self._newline, self._at) + 1
        length = (end or len(self._data)) - self._at
        return self._span(max(length if size is None or size < 0 else min(length, size), 0))

    def tell(self):
        self._check()
        return self._at

    def seek(self, offset, whence=0, /):
        self._check()
        if whence not in (0, 1, 2):
            raise ValueError("whence must be 0, 1 or 2")
        if whence == 0 and offset < 0:
            raise ValueError("the position must not be negative")
        self._at = max((0, self._at, len(self._data))[whence] + offset, 0)
        return self._at

    def truncate(self, size=None, /):
        self._check()
        size = self._at if size is None else size
        if size < 0:
            raise ValueError("the size must not be negative")
        self._data = self._data[:size]
        return size

    def _put(self, data):
        self._check()
        if self._at == len(self._data):
            self._data += data
        else:
            gap = self._fill * (self._at - len(self._data))
            self._data = self._data[:self._at] + gap + data + self._data[self._at + len(data):]
        self._at += len(data)
        return len(data)


class StringIO(_Memory, TextIOBase):
    _newline = "\n"
    _fill = "\0"
    line_buffering = False

    def __init__(self, initial_value="", newline="\n"):
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError("a StringIO only accepts str")
        self._translate = newline
        self._data = ""
        self._at = 0
        self._put(self._translated(initial_value or ""))
        self._at = 0

    def _translated(self, s):
        if self._translate is None:
            return s.replace("\r\n", "\n").replace("\r", "\n")
        return s if self._translate in ("", "\n") else s.replace("\n", self._translate)

    def write(self, s, /):
        if not isinstance(s, str):
            raise TypeError("a StringIO only accepts str")
        self._put(self._translated(s))
        return len(s)

    def seek(self, offset, whence=0, /):
        if whence in (1, 2) and offset:
            raise OSError("a text file can only seek from its beginning")
        return super().seek(offset, whence)


class BytesIO(_Memory, BufferedIOBase):
    _newline = b"\n"
    _fill = b"\0"

    def __init__(self, initial_bytes=b""):
        self._data = bytes(initial_bytes or b"")
        self._at = 0

    def write(self, b, /):
        if isinstance(b, str):
            raise TypeError("a BytesIO only accepts bytes")
        return self._put(bytes(b))

    def readinto(self, b, /):
        data = self._span(len(b))
        b[:len(data)] = data
        return len(data)

    read1 = _Memory.read

    def getbuffer(self):
        return memoryview(bytearray(self._data))


class _OnDisk:
    """A file whose bytes are all in memory; every write goes to the disk at once."""

    def _begin(self, path, mode):
        self.name = path
        self.mode = mode
        self._reads = "r" in mode or "+" in mode
        self._writes = mode[0] != "r" or "+" in mode
        if "a" in mode:
            self._at = len(self._data)

    def readable(self):
        return self._reads

    def writable(self):
        return self._writes

    def _span(self, size):
        if not self._reads:
            raise UnsupportedOperation("not readable")
        return super()._span(size)

    def _put(self, data):
        if not self._writes:
            raise UnsupportedOperation("not writable")
        if "a" in self.mode:
            self._at = len(self._data)
        is_end = self._at == len(self._data)
        super()._put(data)
        if is_end:
            _host.write_file(self.name, self._bytes(data), "a")
        else:
            _host.write_file(self.name, self._bytes(self._data), "w")
        return len(data)

    def truncate(self, size=None, /):
        size = super().truncate(size)
        _host.write_file(self.name, self._bytes(self._data), "w")
        return size


class _BinaryFile(_OnDisk, BytesIO):
    def __init__(self, path, mode, data):
        BytesIO.__init__(self, data)
        self._begin(path, mode)

    def _bytes(self, data):
        return data


class _TextFile(_OnDisk, StringIO):
    def __init__(self, path, mode, data, encoding, errors, newline):
        self.encoding = encoding or "UTF-8"
        self.errors = errors or "strict"
        self._writes = False
        # The bytes that a file is appended to need not be text. They are not read.
        isAppended = "a" in mode and "+" not in mode
        text = data.decode("latin-1") if isAppended else data.decode(self.encoding, self.errors)
        self._translate = None if newline is None else ""
        self._data = self._translated(text)
        self._at = 0
        self._translate = newline or ""
        self._begin(path, mode)

    def truncate(self, size=None, /):
        if "a" in self.mode and not self._reads:
            raise UnsupportedOperation("a text file that is only appended to is not truncated")
        return super().truncate(size)

    def _bytes(self, data):
        return data.encode(self.encoding, self.errors)


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    kinds = [letter for letter in mode if letter in "rwax"]
    if len(kinds) != 1 or not set(mode) <= set("rwax+bt") or "b" in mode and "t" in mode:
        raise ValueError(f"invalid mode: {mode!r}")
    if "b" in mode and not (encoding is None and errors is None and newline is None):
        raise ValueError("a binary file doesn't take encoding, errors or newline")
    if isinstance(file, int):
        raise OSError(9, "open() only supports paths", file)
    if not _host.active:
        raise FileNotFoundError(2, "the file system is not available", file)
    from os import fsdecode
    path = fsdecode(file)
    kind = kinds[0]
    if kind != "r":
        _host.write_file(path, b"", kind)
    data = _host.read_file(path) if kind in "ra" else b""
    if "b" in mode:
        return _BinaryFile(path, mode, data)
    return _TextFile(path, mode, data, encoding, errors, newline)
