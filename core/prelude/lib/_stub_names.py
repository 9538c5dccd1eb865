# The names of stub modules: modules of the standard library that JitScope doesn't have.
import abc

import _host

_EXCEPTIONS = ('Error', 'Exception', 'Warning')


# A class that programs may import, derive from, mention in annotations and test with isinstance(). Calling it or reading
# its attributes ends the program.
class StubType(abc.ABCMeta):
    def __call__(cls, *args, **kwargs):
        return _host.unavailable(_missing(cls))

    def __getattr__(cls, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return _host.unavailable(_missing(cls))

    def __getitem__(cls, item):
        return cls

    def __or__(cls, other):
        return cls

    def __ror__(cls, other):
        return cls


def _missing(cls):
    for base in cls.__mro__:
        full = base.__dict__.get('_stub_of')
        if full:
            module = full.rpartition('.')[0]
            return f"No module named '{module}': JitScope has no '{full}'"
    return cls.__name__


def stub(module, name):
    if name.endswith(_EXCEPTIONS):
        return type(name, (Exception,), {'__module__': module})
    return StubType(name, (), {'__module__': module, '_stub_of': f'{module}.{name}'})
