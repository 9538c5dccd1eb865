# The names of PIL that torchvision uses at import. Images aren't supported: a function that would create one ends the
# program.
import _host

__version__ = '9.4.0'


class UnidentifiedImageError(OSError):
    pass


def _refuse(*args, **options):
    return _host.unavailable("images aren't supported in JitScope: PIL only has its names")
