import contextlib
import functools
import time


class Profile(contextlib.ContextDecorator):
    def __enter__(self):
        self.start = time.time()
        return self

    def __exit__(self, kind, value, traceback):
        self.t = time.time() - self.start


def try_export(inner_func):
    @functools.wraps(inner_func)
    def outer_func(*args, **kwargs):
        try:
            with Profile() as dt:
                f, model = inner_func(*args, **kwargs)
            print(f"export success in {dt.t:.1f}s: {f}")
            return f, model
        except Exception as e:
            print(f"export failure: {e}")
            return None, None
    return outer_func


def colorstr(*text):
    return "\033[34m" + text[-1] + "\033[0m"
