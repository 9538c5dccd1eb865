"""POSIX paths as text. In the static domain no path exists."""

import _host

__all__ = ["normcase", "isabs", "join", "splitdrive", "split", "splitext", "basename", "dirname",
           "commonprefix",
           "getsize", "getmtime", "getatime", "getctime", "islink", "exists", "lexists", "isdir", "isfile",
           "ismount",
           "expanduser", "expandvars", "normpath", "abspath", "samefile", "realpath", "relpath", "commonpath"]

curdir, pardir, extsep, sep, pathsep, altsep, devnull = ".", "..", ".", "/", ":", None, "/dev/null"
defpath = "/bin:/usr/bin"
supports_unicode_filenames = False


def _text(path):
    if isinstance(path, (str, bytes)):
        return path
    method = getattr(type(path), "__fspath__", None)
    if method is None:
        raise TypeError(f"a path must be a str, not {type(path).__name__}")
    return method(path)


def _slash(path):
    return b"/" if isinstance(path, bytes) else "/"


def normcase(s):
    return _text(s)


def isabs(s):
    s = _text(s)
    return s.startswith(_slash(s))


def join(a, *p):
    path = _text(a)
    slash = _slash(path)
    for part in map(_text, p):
        if part.startswith(slash) or not path:
            path = part
        else:
            path += part if path.endswith(slash) else slash + part
    return path


def split(p):
    p = _text(p)
    slash = _slash(p)
    at = p.rfind(slash) + 1
    head = p[:at]
    return head.rstrip(slash) or head, p[at:]


def basename(p):
    return split(p)[1]


def dirname(p):
    return split(p)[0]


def splitdrive(p):
    p = _text(p)
    return p[:0], p


def splitext(p):
    p = _text(p)
    dot = b"." if isinstance(p, bytes) else "."
    name = p[p.rfind(_slash(p)) + 1:]
    stem = name.lstrip(dot)
    at = stem.rfind(dot)
    if at < 0:
        return p, p[:0]
    length = len(stem) - at
    return p[:-length], p[-length:]


def commonprefix(m):
    if not m:
        return ""
    names = list(m)
    if not isinstance(names[0], (list, tuple)):
        names = [_text(name) for name in names]
    low, high = min(names), max(names)
    for i, character in enumerate(low):
        if character != high[i]:
            return low[:i]
    return low


def normpath(path):
    path = _text(path)
    slash = _slash(path)
    dot = b"." if isinstance(path, bytes) else "."
    # Two slashes at the beginning have a special meaning, three don't.
    root = slash * 2 if path.startswith(slash * 2) and not path.startswith(slash * 3) else \
        slash if path.startswith(slash) else path[:0]
    parts = []
    for part in path.split(slash):
        if part == dot + dot and (parts and parts[-1] != part or root):
            if parts:
                parts.pop()
        elif part and part != dot:
            parts.append(part)
    return root + slash.join(parts) or dot


def abspath(path):
    path = _text(path)
    start = _host.current_folder() if _host.active else "/"
    return normpath(join(start.encode() if isinstance(path, bytes) else start, path))


def realpath(filename, *, strict=False):
    if strict:
        _need(filename)
    found = _host.real_path(filename) if _host.active and isinstance(filename, str) else None
    return abspath(filename) if found is None else found


def relpath(path, start=None):
    path = _text(path)
    if not path:
        raise ValueError("the path is empty")
    slash = _slash(path)
    up = b".." if isinstance(path, bytes) else ".."
    begin = [part for part in abspath(_here(slash) if start is None else start).split(slash) if part]
    parts = [part for part in abspath(path).split(slash) if part]
    common = len(commonprefix([begin, parts]))
    return slash.join([up] * (len(begin) - common) + parts[common:]) or up[:1]


def commonpath(paths):
    paths = [_text(path) for path in paths]
    if not paths:
        raise ValueError("the list of paths is empty")
    slash = _slash(paths[0])
    if len({path.startswith(slash) for path in paths}) > 1:
        raise ValueError("can't mix absolute and relative paths")
    dot = b"." if isinstance(slash, bytes) else "."
    split_paths = [[part for part in path.split(slash) if part and part != dot] for path in paths]
    root = slash if paths[0].startswith(slash) else paths[0][:0]
    return root + slash.join(commonprefix(split_paths) or [])


def _here(slash):
    return slash[:0] + (b"." if isinstance(slash, bytes) else ".")


def expanduser(path):
    path = _text(path)
    home = _host.environment().get("HOME") if _host.active else None
    return home + path[1:] if home and isinstance(path, str) and (path == "~" or path.startswith("~/")) else path


def expandvars(path):
    import os
    path = _text(path)
    if "$" not in path:
        return path
    import re
    return re.sub(r"\$(\w+|\{[^}]*\})", lambda found: os.environ.get(found.group(1).strip("{}"),
                                                                     found.group()), path)


# (mode, size, modification time), or None when the path doesn't exist.
def _status(path, follow=True):
    if not _host.active:
        return None
    path = _text(path)
    return _host.status(path.decode() if isinstance(path, bytes) else path, follow)


def _kind(path, follow=True):
    found = _status(path, follow)
    return 0 if found is None else found[0] & 0o170000


def exists(path):
    return _status(path) is not None


def lexists(path):
    return _status(path, False) is not None


def isdir(path):
    return _kind(path) == 0o040000


def isfile(path):
    return _kind(path) == 0o100000


def islink(path):
    return _kind(path, False) == 0o120000


def ismount(path):
    return _text(path) == "/"


def _need(filename):
    found = _status(filename)
    if found is None:
        raise FileNotFoundError(2, "No such file or directory", filename)
    return found


def getsize(filename):
    return _need(filename)[1]


def getmtime(filename):
    return _need(filename)[2]


getatime = getctime = getmtime


def samefile(f1, f2):
    _need(f1), _need(f2)
    return realpath(f1) == realpath(f2)


def samestat(s1, s2):
    return s1 == s2
