from .modules import *
from .parameter import Parameter, UninitializedParameter, UninitializedBuffer
from .parallel import DataParallel
from . import init
from . import functional
from . import utils


# Extracts the keyword arguments for tensor factories; any other argument is an error.
def factory_kwargs(kwargs):
    if kwargs is None:
        return {}
    names = ('device', 'dtype', 'memory_format')
    result = dict(kwargs.get('factory_kwargs', {}))
    for name in kwargs:
        if name == 'factory_kwargs':
            continue
        if name not in names:
            raise TypeError(f'unexpected keyword argument {name!r}')
        if name in result:
            raise TypeError(f'{name} was passed both directly and in factory_kwargs')
        result[name] = kwargs[name]
    return result
