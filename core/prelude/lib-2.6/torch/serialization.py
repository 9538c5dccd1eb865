_safe_globals = []


def add_safe_globals(safe_globals):
    _safe_globals.extend(item for item in safe_globals if item not in _safe_globals)


def get_safe_globals():
    return list(_safe_globals)


def clear_safe_globals():
    _safe_globals.clear()


class safe_globals:
    def __init__(self, safe_globals):
        self.safe_globals = safe_globals

    def __enter__(self):
        self.before = get_safe_globals()
        add_safe_globals(self.safe_globals)

    def __exit__(self, type, value, traceback):
        _safe_globals[:] = self.before


def _name_of(item):
    return item[1] if isinstance(item, tuple) else f'{item.__module__}.{item.__qualname__}'


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    _check_location(map_location)
    source = _source(f)
    if weights_only or (weights_only is None and pickle_module is None):
        _check_weights(source, pickle_module, _weight_globals + [_name_of(item) for item in _safe_globals])
    if _C._is_script_file(source):
        import torch
        return torch.jit._serialization._load(source, {})
    return _C._load_data(source)
