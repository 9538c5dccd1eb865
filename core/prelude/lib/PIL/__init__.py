# The part of PIL that training scripts use: images in memory and in files of PNG and JPEG. While code is checked, and where a
# name's function is missing here, a function that would create an image ends the program.
import _host

__version__ = '11.1.0'  # @2.6+
__version__ = '9.4.0'  # @1.13


class UnidentifiedImageError(OSError):
    pass


def _refuse(*args, **options):
    if _host.active:
        return _host.unavailable("this function of PIL isn't available in JitScope")
    return _host.unavailable("images aren't supported while code is checked: PIL only has its names")
