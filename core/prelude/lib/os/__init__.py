"""The operating system. In the static domain the environment and the file system are empty."""

import _host
from os import path
from os.path import altsep, curdir, defpath, devnull, extsep, pardir, pathsep, sep

name = "posix"
linesep = "\n"
error = OSError
environb = {}
supports_bytes_environ = True
F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND = 0, 1, 2, 64, 128, 512, 1024
EX_OK = 0


class _Environ(dict):
    def __setitem__(self, key, value):
        if not isinstance(key, str) or not isinstance(value, str):
            raise TypeError(f"names and values of the environment must be str, not {type(value).__name__}")
        super().__setitem__(key, value)
        if _host.active:
            _host.set_variable(key, value)

    def __delitem__(self, key):
        super().__delitem__(key)
        if _host.active:
            _host.set_variable(key, None)

    def setdefault(self, key, value=None):
        if key not in self:
            self[key] = value
        return self[key]

    def update(self, *args, **kwargs):
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def pop(self, key, *default):
        value = super().pop(key, *default)
        if _host.active:
            _host.set_variable(key, None)
        return value

    def copy(self):
        return dict(self)


environ = _Environ(_host.environment() if _host.active else {})


class _PathLikeMeta(type):
    def __subclasscheck__(cls, subclass):
        return hasattr(subclass, "__fspath__") if cls is PathLike else super().__subclasscheck__(subclass)

    def __instancecheck__(cls, instance):
        return cls.__subclasscheck__(type(instance))


class PathLike(metaclass=_PathLikeMeta):
    """True for every class with __fspath__."""

    def __fspath__(self):
        raise NotImplementedError

    __class_getitem__ = classmethod(type(list[int]))


class DirEntry:
    pass


class stat_result(tuple):
    st_mode = property(lambda self: self[0])
    st_size = property(lambda self: self[1])
    st_mtime = property(lambda self: self[2])


class terminal_size(tuple):
    columns = property(lambda self: self[0])
    lines = property(lambda self: self[1])


def fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    method = getattr(type(path), "__fspath__", None)
    found = method(path) if method is not None else None
    if not isinstance(found, (str, bytes)):
        raise TypeError(f"a path must be a str, not {type(path).__name__}")
    return found


def fsencode(filename):
    filename = fspath(filename)
    return filename.encode("utf-8", "surrogateescape") if isinstance(filename, str) else filename


def fsdecode(filename):
    filename = fspath(filename)
    return filename.decode("utf-8", "surrogateescape") if isinstance(filename, bytes) else filename


def getenv(key, default=None):
    return environ.get(key, default)


def putenv(key, value, /):
    if _host.active:
        _host.set_variable(key, value)


def unsetenv(key, /):
    if _host.active:
        _host.set_variable(key, None)


def getcwd():
    return _host.current_folder() if _host.active else "/"


def getcwdb():
    return fsencode(getcwd())


def getpid():
    return _host.process_id() if _host.active else 1


def getppid():
    return 0


def getuid():
    return 0


geteuid = getgid = getegid = getuid


def cpu_count():
    return _host.processors() if _host.active else 1


def sched_getaffinity(pid):
    return {0}


def get_terminal_size(fd=0):
    return terminal_size((80, 24))


def urandom(size, /):
    return _host.random_bytes(size) if _host.active else bytes(size)


# The native functions, and a path as they take it.
def _at(given="."):
    if not _host.active:
        raise FileNotFoundError(2, "the file system is not available", given)
    return _host, fsdecode(given)


def stat(path, *, dir_fd=None, follow_symlinks=True):
    system, name = _at(path)
    found = system.status(name, follow_symlinks)
    if found is None:
        raise FileNotFoundError(2, "No such file or directory", path)
    return stat_result(found)


def lstat(path, *, dir_fd=None):
    return stat(path, follow_symlinks=False)


def access(path, mode, **options):
    return _host.active and _host.status(fsdecode(path), True) is not None


def listdir(path="."):
    system, name = _at(path)
    return system.list_folder(name)


def mkdir(path, mode=0o777, *, dir_fd=None):
    system, name = _at(path)
    system.make_folder(name)


def makedirs(name, mode=0o777, exist_ok=False):
    parent = path.dirname(fspath(name).rstrip("/"))
    if parent and not path.exists(parent):
        makedirs(parent, exist_ok=True)
    try:
        mkdir(name)
    except FileExistsError:
        if not exist_ok or not path.isdir(name):
            raise


def remove(path, *, dir_fd=None):
    system, name = _at(path)
    system.remove_file(name)


unlink = remove


def rmdir(path, *, dir_fd=None):
    system, name = _at(path)
    system.remove_folder(name)


def rename(src, dst, **options):
    system, name = _at(src)
    system.rename(name, fsdecode(dst))


replace = rename


def chdir(path):
    system, name = _at(path)
    system.enter_folder(name)


def walk(top, topdown=True, onerror=None, followlinks=False):
    top = fspath(top)
    if not path.isdir(top):
        return
    folders, files = [], []
    for name in listdir(top):
        (folders if path.isdir(path.join(top, name)) else files).append(name)
    if topdown:
        yield top, folders, files
    for name in folders:
        yield from walk(path.join(top, name), topdown, onerror, followlinks)
    if not topdown:
        yield top, folders, files


def _exit(status=0):
    raise SystemExit(status)


def abort():
    raise SystemExit(134)


def _refused(name):
    def refuse(*args, **options):
        return _host.unavailable(f"JitScope has no 'os.{name}'")
    return refuse


chmod, chown, close, dup, dup2 = map(_refused, "chmod chown close dup dup2".split())
execl, execle, execlp, execv, execve = map(_refused, "execl execle execlp execv execve".split())
execvp, fdopen, fork, fstat, fsync = map(_refused, "execvp fdopen fork fstat fsync".split())
getloadavg, getlogin, isatty, kill, killpg = map(_refused, "getloadavg getlogin isatty kill killpg".split())
link, lseek, mkfifo, open, pipe = map(_refused, "link lseek mkfifo open pipe".split())
popen, read, readlink, removedirs, renames = map(_refused, "popen read readlink removedirs renames".split())
scandir, sendfile, setsid, spawnl, spawnv = map(_refused, "scandir sendfile setsid spawnl spawnv".split())
startfile, statvfs, symlink, system, truncate = map(_refused, "startfile statvfs symlink system truncate".split())
umask, uname, utime, wait, waitpid = map(_refused, "umask uname utime wait waitpid".split())
write = map(_refused, "write".split())
