# Packages search for their extension modules with these. JitScope has the operators, so every search succeeds.
EXTENSION_SUFFIXES = ['.so']


class ExtensionFileLoader:
    pass


class ModuleSpec:
    def __init__(self, name, loader, *, origin=None):
        self.name = name
        self.loader = loader
        self.origin = origin


class FileFinder:
    def __init__(self, path, *loader_details):
        self.path = path

    def find_spec(self, fullname, target=None):
        return ModuleSpec(fullname, ExtensionFileLoader, origin=f'{self.path}/{fullname}.so')
