import sys
import types

from .machinery import ModuleSpec, SourceFileLoader

__all__ = ['find_spec', 'module_from_spec', 'resolve_name', 'spec_from_file_location', 'spec_from_loader']


def resolve_name(name, package):
    if not name.startswith('.'):
        return name
    if not package:
        raise ImportError(f'no package specified for {name!r} (required for relative module names)')
    rest = name.lstrip('.')
    parts = package.rsplit('.', len(name) - len(rest) - 1)
    if len(parts) < len(name) - len(rest):
        raise ImportError('attempted relative import beyond top-level package')
    return f'{parts[0]}.{rest}' if rest else parts[0]


def find_spec(name, package=None):
    fullname = resolve_name(name, package)
    parent, _, _ = fullname.rpartition('.')
    if parent and sys._find_module(parent) is None:
        raise ModuleNotFoundError(f'No module named {parent!r}')
    found = sys._find_module(fullname)
    if found is None:
        return None
    origin, is_package = found
    return ModuleSpec(fullname, SourceFileLoader(fullname, origin), origin=origin, is_package=is_package)


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    return ModuleSpec(name, loader, origin=origin, is_package=is_package)


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=None):
    path = None if location is None else str(location)
    if loader is None:
        if path is None or not path.endswith('.py'):
            return None
        loader = SourceFileLoader(name, path)
    spec = ModuleSpec(name, loader, origin=path)
    spec.has_location = path is not None
    spec.submodule_search_locations = submodule_search_locations
    return spec


def module_from_spec(spec):
    create = getattr(spec.loader, 'create_module', None)
    module = create(spec) if create else None
    if module is None:
        module = types.ModuleType(spec.name)
    module.__loader__ = spec.loader
    module.__spec__ = spec
    module.__package__ = spec.parent
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    if spec.origin is not None:
        module.__file__ = spec.origin
    return module
