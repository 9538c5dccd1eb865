import sys

# Packages search for their extension modules with these. JitScope has the operators, so every search succeeds.
EXTENSION_SUFFIXES = ['.so']
SOURCE_SUFFIXES = ['.py']


class ExtensionFileLoader:
    pass


class SourceFileLoader:
    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        sys._run_file(module, self.path)

    def load_module(self, fullname=None):
        from .util import module_from_spec
        module = module_from_spec(ModuleSpec(self.name, self, origin=self.path))
        sys.modules[self.name] = module
        self.exec_module(module)
        return module

    def get_filename(self, name=None):
        return self.path

    def is_package(self, name=None):
        return self.path is not None and self.path.endswith('/__init__.py')


class ModuleSpec:
    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.cached = None
        self.has_location = origin is not None
        self.submodule_search_locations = [] if is_package else None

    @property
    def parent(self):
        if self.submodule_search_locations is not None:
            return self.name
        return self.name.rpartition('.')[0]

    def __repr__(self):
        origin = '' if self.origin is None else f', origin={self.origin!r}'
        return f'ModuleSpec(name={self.name!r}, loader={self.loader!r}{origin})'


class FileFinder:
    def __init__(self, path, *loader_details):
        self.path = path

    def find_spec(self, fullname, target=None):
        return ModuleSpec(fullname, ExtensionFileLoader, origin=f'{self.path}/{fullname}.so')
