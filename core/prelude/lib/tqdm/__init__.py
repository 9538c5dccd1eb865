"""Progress bars on stderr, as tqdm draws them."""
from .std import TqdmDeprecationWarning, TqdmExperimentalWarning, TqdmKeyError, TqdmTypeError, TqdmWarning, tqdm, trange

__all__ = ['tqdm', 'trange', 'tqdm_notebook', 'tnrange', 'TqdmTypeError', 'TqdmKeyError', 'TqdmWarning', 'TqdmDeprecationWarning',
           'TqdmExperimentalWarning', '__version__']
__version__ = '4.67.1'  # @2.6+
__version__ = '4.64.1'  # @1.13

tqdm_notebook, tnrange = tqdm, trange
