# Registered functions don't run: JitScope ends with the program's last statement.
_registered = []


def register(func, /, *args, **kwargs):
    _registered.append(func)
    return func


def unregister(func, /):
    _registered[:] = [known for known in _registered if known != func]
