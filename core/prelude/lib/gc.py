"""The interface of the garbage collector. All functions do nothing."""

DEBUG_STATS, DEBUG_COLLECTABLE, DEBUG_UNCOLLECTABLE, DEBUG_SAVEALL, DEBUG_LEAK = 1, 2, 4, 32, 38
garbage = []
callbacks = []
_settings = {"enabled": True, "threshold": (700, 10, 10), "debug": 0}


def collect(generation=2):
    if not 0 <= generation <= 2:
        raise ValueError("the generation must be 0, 1 or 2")
    return 0


def enable():
    _settings["enabled"] = True


def disable():
    _settings["enabled"] = False


def isenabled():
    return _settings["enabled"]


def get_threshold():
    return _settings["threshold"]


def set_threshold(threshold0, *others):
    _settings["threshold"] = ((threshold0, *others) + _settings["threshold"][1 + len(others):])[:3]


def get_debug():
    return _settings["debug"]


def set_debug(flags):
    _settings["debug"] = flags


def get_count():
    return (0, 0, 0)


def get_stats():
    return [{"collections": 0, "collected": 0, "uncollectable": 0} for _ in range(3)]


def get_objects(generation=None):
    return []


def get_referrers(*objs):
    return []


def get_referents(*objs):
    return []


def is_tracked(obj, /):
    return not isinstance(obj, (int, float, complex, str, bytes, type(None)))


def is_finalized(obj, /):
    return False


def freeze():
    pass


def unfreeze():
    pass


def get_freeze_count():
    return 0
