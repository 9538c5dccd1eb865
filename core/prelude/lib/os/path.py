"""Paths as text, in the way of POSIX. No path leads anywhere: there is no file system."""

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
        raise TypeError(f"a path is text, not a {type(path).__name__}")
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
    # Two slashes at the beginning have a meaning of their own, three have not.
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
    return normpath(join(_slash(path), path))


def realpath(filename, *, strict=False):
    if strict:
        _refuse(filename)
    return abspath(filename)


def relpath(path, start=None):
    path = _text(path)
    if not path:
        raise ValueError("the path is empty")
    slash = _slash(path)
    up = b".." if isinstance(path, bytes) else ".."
    begin = [part for part in abspath(slash if start is None else start).split(slash) if part]
    parts = [part for part in abspath(path).split(slash) if part]
    common = len(commonprefix([begin, parts]))
    return slash.join([up] * (len(begin) - common) + parts[common:]) or up[:1]


def commonpath(paths):
    paths = [_text(path) for path in paths]
    if not paths:
        raise ValueError("there is no path")
    slash = _slash(paths[0])
    if len({path.startswith(slash) for path in paths}) > 1:
        raise ValueError("absolute and relative paths have nothing in common")
    dot = b"." if isinstance(slash, bytes) else "."
    split_paths = [[part for part in path.split(slash) if part and part != dot] for path in paths]
    root = slash if paths[0].startswith(slash) else paths[0][:0]
    return root + slash.join(commonprefix(split_paths) or [])


def expanduser(path):
    return _text(path)


def expandvars(path):
    import os
    path = _text(path)
    if "$" not in path:
        return path
    import re
    return re.sub(r"\$(\w+|\{[^}]*\})", lambda found: os.environ.get(found.group(1).strip("{}"),
                                                                     found.group()), path)


def exists(path):
    return False


lexists = isdir = isfile = islink = exists


def ismount(path):
    return _text(path) == "/"


def _refuse(filename):
    raise FileNotFoundError(2, "there is no file system", filename)


def getsize(filename):
    _refuse(filename)


getmtime = getatime = getctime = getsize


def samefile(f1, f2):
    _refuse(f1)


def samestat(s1, s2):
    return s1 == s2
