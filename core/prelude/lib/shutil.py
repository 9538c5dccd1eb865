"""Copies and removes files and folders."""

import os


class Error(OSError):
    pass


class SameFileError(Error):
    pass


def copyfile(src, dst, *, follow_symlinks=True):
    if os.path.exists(dst) and os.path.samefile(src, dst):
        raise SameFileError(f"{src!r} and {dst!r} are the same file")
    with open(src, "rb") as source, open(dst, "wb") as target:
        target.write(source.read())
    return dst


def copy(src, dst, *, follow_symlinks=True):
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    return copyfile(src, dst)


copy2 = copy


def copytree(src, dst, *, dirs_exist_ok=False, **options):
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    for name in os.listdir(src):
        inner, target = os.path.join(src, name), os.path.join(dst, name)
        copytree(inner, target, dirs_exist_ok=dirs_exist_ok) if os.path.isdir(inner) else copyfile(inner, target)
    return dst


def rmtree(path, ignore_errors=False, onerror=None):
    try:
        for name in os.listdir(path):
            inner = os.path.join(path, name)
            if os.path.isdir(inner) and not os.path.islink(inner):
                rmtree(inner, ignore_errors)
            else:
                os.remove(inner)
        os.rmdir(path)
    except OSError:
        if not ignore_errors:
            raise


def move(src, dst, copy_function=copy2):
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    os.rename(src, dst)
    return dst
