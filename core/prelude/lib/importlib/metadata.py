# Packages have no metadata here. A package that can be imported knows its version.


class PackageNotFoundError(ModuleNotFoundError):
    def __str__(self):
        return f'No package metadata was found for {self.name}'

    @property
    def name(self):
        (name,) = self.args
        return name


def version(distribution_name):
    try:
        return __import__(distribution_name.replace('-', '_'), None, None, True).__version__
    except (ModuleNotFoundError, AttributeError):
        raise PackageNotFoundError(distribution_name) from None
