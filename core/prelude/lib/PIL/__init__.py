# The names of PIL that torchvision uses at import. Images aren't supported: functions that would create one end the program.
import _host

__version__ = '9.4.0'


class UnidentifiedImageError(OSError):
    pass


def _refuse(*args, **options):
    return _host.unavailable("images aren't supported in JitScope: PIL only has its names")
