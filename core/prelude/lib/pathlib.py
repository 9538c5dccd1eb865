"""Paths as objects. In the static domain no path exists."""

import _host
import io
import os

__all__ = ["PurePath", "PurePosixPath", "PureWindowsPath", "Path", "PosixPath", "WindowsPath"]


def _parse(segments):
    """The root and the parts of joined segments; a segment with a root discards the segments before it."""
    root = ""
    parts = []
    for segment in segments:
        if isinstance(segment, PurePath):
            segment = str(segment)
        else:
            segment = os.fspath(segment)
            if not isinstance(segment, str):
                raise TypeError("a path must be a str")
        if segment.startswith("/"):
            root = "//" if segment.startswith("//") and not segment.startswith("///") else "/"
            parts = []
        parts += [part for part in segment.split("/") if part and part != "."]
    return root, parts


def _matches(name, pattern):
    """True if a name matches *, ? and [...] of a pattern."""
    import re
    out = []
    at = 0
    while at < len(pattern):
        character = pattern[at]
        at += 1
        end = pattern.find("]", at + 1) if character == "[" else -1
        if end >= 0:
            inside = pattern[at:end].replace("\\", "\\\\")
            out.append("[" + ("^" + inside[1:] if inside.startswith("!") else inside) + "]")
            at = end + 1
        else:
            out.append({"*": ".*", "?": "."}.get(character) or re.escape(character))
    return re.fullmatch("".join(out), name, re.DOTALL) is not None


class _Parents:
    def __init__(self, path):
        self._path = path
        self._size = len(path._tail)

    def __len__(self):
        return self._size

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple([self[i] for i in range(*index.indices(self._size))])
        if not -self._size <= index < self._size:
            raise IndexError(index)
        path = self._path
        return path._made(path.root, path._tail[:self._size - 1 - index % self._size])

    def __iter__(self):
        for index in range(self._size):
            yield self[index]

    def __repr__(self):
        return f"<{type(self._path).__name__}.parents>"


class PurePath:
    __slots__ = ("_root", "_tail")

    def __new__(cls, *args):
        if cls is PurePath:
            cls = PurePosixPath
        elif cls is Path:
            cls = PosixPath
        self = object.__new__(cls)
        self._root, self._tail = _parse(args)
        return self

    def _made(self, root, tail):
        new = object.__new__(type(self))
        new._root = root
        new._tail = list(tail)
        return new

    drive = ""
    root = property(lambda self: self._root)
    anchor = property(lambda self: self._root)
    parts = property(lambda self: ((self._root,) if self._root else ()) + tuple(self._tail))
    name = property(lambda self: self._tail[-1] if self._tail else "")
    parents = property(_Parents)

    @property
    def parent(self):
        return self._made(self._root, self._tail[:-1]) if self._tail else self

    @property
    def suffix(self):
        at = self.name.rfind(".")
        return self.name[at:] if 0 < at < len(self.name) - 1 else ""

    @property
    def suffixes(self):
        if self.name.endswith("."):
            return []
        return ["." + part for part in self.name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        return self.name[:len(self.name) - len(self.suffix)]

    def __str__(self):
        return self._root + "/".join(self._tail) or "."

    def __fspath__(self):
        return str(self)

    def __bytes__(self):
        return os.fsencode(self)

    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"

    def as_posix(self):
        return str(self)

    def as_uri(self):
        if not self._root:
            raise ValueError("a relative path can't be a URI")
        safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-~/"
        return "file://" + "".join([chr(code) if chr(code) in safe else f"%{code:02X}"
                                    for code in bytes(self)])

    def __eq__(self, other):
        return self.parts == other.parts if isinstance(other, PurePath) else NotImplemented

    def __hash__(self):
        return hash(self.parts)

    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, PurePath) else NotImplemented

    def __le__(self, other):
        return self.parts <= other.parts if isinstance(other, PurePath) else NotImplemented

    def __gt__(self, other):
        return self.parts > other.parts if isinstance(other, PurePath) else NotImplemented

    def __ge__(self, other):
        return self.parts >= other.parts if isinstance(other, PurePath) else NotImplemented

    def __truediv__(self, key):
        try:
            return self.joinpath(key)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return self._made(*_parse((key, self)))
        except TypeError:
            return NotImplemented

    def joinpath(self, *args):
        return self._made(*_parse((self, *args)))

    def is_absolute(self):
        return bool(self._root)

    def is_reserved(self):
        return False

    def is_relative_to(self, *other):
        root, tail = _parse(other)
        return self._root == root and self._tail[:len(tail)] == tail

    def relative_to(self, *other):
        if not other:
            raise TypeError("relative_to() expects a path")
        if not self.is_relative_to(*other):
            raise ValueError(f"{str(self)!r} is not in the subpath of {'/'.join(map(str, other))!r}")
        return self._made("", self._tail[len(_parse(other)[1]):])

    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has no name")
        if not name or "/" in name or name == ".":
            raise ValueError(f"{name!r} cannot be a name")
        return self._made(self._root, [*self._tail[:-1], name])

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if "/" in suffix or suffix and not suffix.startswith(".") or suffix == ".":
            raise ValueError(f"{suffix!r} cannot be a suffix")
        if not self.name:
            raise ValueError(f"{self!r} has no name")
        return self._made(self._root, [*self._tail[:-1], self.stem + suffix])

    def match(self, path_pattern):
        root, tail = _parse((path_pattern,))
        if not root and not tail:
            raise ValueError("the pattern is empty")
        if root and (root != self._root or len(tail) != len(self._tail)) or len(tail) > len(self._tail):
            return False
        return all(_matches(*pair) for pair in zip(reversed(self._tail), reversed(tail)))


class PurePosixPath(PurePath):
    __slots__ = ()


class PureWindowsPath(PurePath):
    __slots__ = ()

    def __new__(cls, *args):
        raise NotImplementedError("only POSIX paths are supported")


def _refused(name):
    def refuse(self, *args, **kwargs):
        return _host.unavailable(f"JitScope has no 'pathlib.Path.{name}'")
    return refuse


def _absent(self):
    return False


class Path(PurePath):
    __slots__ = ()

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass

    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls(os.path.expanduser("~") if os.path.expanduser("~") != "~" else "/")

    def absolute(self):
        return self if self._root else type(self)(os.getcwd(), self)

    def resolve(self, strict=False):
        return type(self)(os.path.realpath(str(self), strict=strict))

    def expanduser(self):
        return type(self)(os.path.expanduser(str(self)))

    def glob(self, pattern):
        """A pattern of one or more parts; ** matches any number of folders."""
        if not pattern:
            raise ValueError("the pattern is empty")
        found = [self]
        for part in pattern.split("/"):
            if part == "**":
                found = [inner for path in found for inner in path._folders()]
            else:
                found = [inner for path in found if path.is_dir() for inner in path.iterdir() if _matches(inner.name, part)]
        return iter(found)

    def rglob(self, pattern):
        return self.glob("**/" + pattern)

    def _folders(self):
        yield self
        for inner in self.iterdir():
            if inner.is_dir() and not inner.is_symlink():
                yield from inner._folders()

    def exists(self):
        return os.path.exists(self)

    def is_file(self):
        return os.path.isfile(self)

    def is_dir(self):
        return os.path.isdir(self)

    def is_symlink(self):
        return os.path.islink(self)

    def stat(self, *, follow_symlinks=True):
        return os.stat(self, follow_symlinks=follow_symlinks)

    def lstat(self):
        return os.lstat(self)

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return io.open(self, mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None):
        with self.open("r", encoding=encoding, errors=errors) as file:
            return file.read()

    def read_bytes(self):
        with self.open("rb") as file:
            return file.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        with self.open("w", encoding=encoding, errors=errors, newline=newline) as file:
            return file.write(data)

    def write_bytes(self, data):
        with self.open("wb") as file:
            return file.write(data)

    def iterdir(self):
        return (self / name for name in os.listdir(self))

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        if parents:
            os.makedirs(self, exist_ok=exist_ok)
        elif not (exist_ok and self.is_dir()):
            os.mkdir(self)

    def rmdir(self):
        os.rmdir(self)

    def rename(self, target):
        os.rename(self, target)
        return type(self)(target)

    replace = rename

    def touch(self, mode=0o666, exist_ok=True):
        if self.exists() and not exist_ok:
            raise FileExistsError(17, "File exists", str(self))
        self.open("a").close()

    def unlink(self, missing_ok=False):
        if not missing_ok or self.exists():
            os.remove(self)

    def samefile(self, other_path):
        return os.path.samefile(self, other_path)

    is_mount = is_socket = is_fifo = is_block_device = is_char_device = _absent
    chmod, symlink_to, hardlink_to, readlink, owner, group = map(
        _refused, ("chmod", "symlink_to", "hardlink_to", "readlink", "owner", "group"))


class PosixPath(Path, PurePosixPath):
    __slots__ = ()


class WindowsPath(Path, PureWindowsPath):
    __slots__ = ()
