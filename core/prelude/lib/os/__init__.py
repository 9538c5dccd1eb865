"""The operating system of a program that is only looked at: no environment, no files, one process."""

from os import path
from os.path import altsep, curdir, defpath, devnull, extsep, pardir, pathsep, sep

name = "posix"
linesep = "\n"
error = OSError
environ = {}
environb = {}
supports_bytes_environ = True
F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND = 0, 1, 2, 64, 128, 512, 1024
EX_OK = 0


class _PathLikeMeta(type):
    def __subclasscheck__(cls, subclass):
        return hasattr(subclass, "__fspath__") if cls is PathLike else super().__subclasscheck__(subclass)

    def __instancecheck__(cls, instance):
        return cls.__subclasscheck__(type(instance))


class PathLike(metaclass=_PathLikeMeta):
    """Anything with __fspath__ is one."""

    def __fspath__(self):
        raise NotImplementedError

    __class_getitem__ = classmethod(type(list[int]))


class DirEntry:
    pass


class stat_result(tuple):
    pass


class terminal_size(tuple):
    columns = property(lambda self: self[0])
    lines = property(lambda self: self[1])


def fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    method = getattr(type(path), "__fspath__", None)
    found = method(path) if method is not None else None
    if not isinstance(found, (str, bytes)):
        raise TypeError(f"a path is text, not a {type(path).__name__}")
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
    pass


def unsetenv(key, /):
    pass


def getcwd():
    return "/"


def getcwdb():
    return b"/"


def getpid():
    return 1


def getppid():
    return 0


def getuid():
    return 0


geteuid = getgid = getegid = getuid


def cpu_count():
    return 1


def sched_getaffinity(pid):
    return {0}


def get_terminal_size(fd=0):
    return terminal_size((80, 24))


def urandom(size, /):
    return bytes(size)


def access(path, mode, **options):
    return False


def walk(top, topdown=True, onerror=None, followlinks=False):
    fspath(top)
    return iter(())


def _exit(status=0):
    raise SystemExit(status)


def abort():
    raise SystemExit(134)


def _refuse_path(path=".", *args, **options):
    raise FileNotFoundError(2, "there is no file system", path)


def _refuse(*args, **options):
    raise OSError(38, "there is no system to ask")


chdir = chmod = chown = link = listdir = lstat = mkdir = makedirs = mkfifo = open = readlink = _refuse_path
remove = removedirs = rename = renames = replace = rmdir = scandir = stat = statvfs = symlink = _refuse_path
truncate = unlink = utime = _refuse_path
close = dup = dup2 = fdopen = fork = fstat = fsync = isatty = kill = killpg = lseek = pipe = popen = _refuse
read = sendfile = setsid = spawnl = spawnv = startfile = system = umask = uname = wait = _refuse
waitpid = write = _refuse
execl = execle = execlp = execv = execve = execvp = getlogin = getloadavg = _refuse
