# What torchvision names of PIL when it is imported. There are no pictures: what would make one says so.
__version__ = '9.4.0'


class UnidentifiedImageError(OSError):
    pass


def _refuse(*args, **options):
    raise NotImplementedError("pictures aren't available in JitScope: PIL is here by its names only")
