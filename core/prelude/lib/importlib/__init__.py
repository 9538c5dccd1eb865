import sys

from . import machinery


def import_module(name, package=None):
    if name.startswith('.'):
        if not package:
            raise TypeError(f"the package is needed to import '{name}'")
        rest = name.lstrip('.')
        parts = package.split('.')
        parts = parts[:len(parts) + 1 - (len(name) - len(rest))]
        name = '.'.join(parts + [rest] if rest else parts)
    return __import__(name, None, None, True)


def invalidate_caches():
    pass


def reload(module):
    sys._run_file(module, module.__file__)
    return module
