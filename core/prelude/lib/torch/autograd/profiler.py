# Profiling contexts. They measure nothing.


class record_function:
    def __init__(self, name, args=None):
        self.name = name

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        pass

    def __call__(self, func):
        return func


class profile(record_function):
    def __init__(self, enabled=True, **kwargs):
        self.enabled = enabled

    def key_averages(self, *args, **kwargs):
        return []
