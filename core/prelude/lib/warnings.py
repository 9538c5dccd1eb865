"""Warnings are filtered as usual and written to sys.stderr, except in the static domain."""

import re
import sys

__all__ = ["warn", "warn_explicit", "showwarning", "formatwarning", "filterwarnings", "simplefilter",
           "resetwarnings",
           "catch_warnings"]

# (action, message pattern, category, module pattern, line); the first match decides.
filters = []
_recorders = []     # the lists of the active catch_warnings(record=True) blocks


class WarningMessage:
    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return "{message : %r, category : %r, filename : %r, lineno : %s, line : %r}" % (
            self.message, self._category_name, self.filename, self.lineno, self.line)


def showwarning(message, category, filename, lineno, file=None, line=None):
    (sys.stderr if file is None else file).write(formatwarning(message, category, filename, lineno, line))


def formatwarning(message, category, filename, lineno, line=None):
    text = f"{filename}:{lineno}: {category.__name__}: {message}\n"
    return text + f"  {line.strip()}\n" if line else text


def _add_filter(item, append):
    if item[0] not in ("default", "error", "ignore", "always", "module", "once"):
        raise AssertionError(f"unknown action {item[0]!r}")
    if item in filters:
        if append:
            return
        filters.remove(item)
    filters.insert(len(filters) if append else 0, item)
    _seen.clear()


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    _add_filter((action, re.compile(message, re.I) if message else None, category,
                 re.compile(module) if module else None, lineno), append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    _add_filter((action, None, category, None, lineno), append)


def resetwarnings():
    filters.clear()
    _seen.clear()


_seen = set()


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = type(message)
    elif category is None:
        category = UserWarning
    if not isinstance(category, type) or not issubclass(category, Warning):
        raise TypeError("a warning's category is a subclass of Warning")
    place = getattr(sys, "_getframeplace", None)
    module, filename, lineno = place(stacklevel) if place else (None, None, 0)
    warn_explicit(message, category, filename or module or "__main__", lineno, module or "__main__")


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None,
                  source=None):
    text = str(message)
    if not isinstance(message, Warning):
        message = category(message)
    action = "default"
    for kind, pattern, wanted, where, line in filters:
        if issubclass(category, wanted) and (pattern is None or pattern.match(text)) \
                and (where is None or where.match(module or filename)) and line in (0, lineno):
            action = kind
            break
    if action == "ignore":
        return
    if action == "error":
        raise message
    if action != "always":
        key = (text, category) if action == "once" else (text, category, filename, lineno)
        if key in _seen:
            return
        _seen.add(key)
    record = WarningMessage(message, category, filename, lineno)
    if _recorders and _recorders[-1] is not None:
        _recorders[-1].append(record)
    else:
        showwarning(message, category, filename, lineno)


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._action = action
        self._options = (category, lineno, append)
        self._entered = False

    def __enter__(self):
        if self._entered:
            raise RuntimeError("this context has been entered already")
        self._entered = True
        self._filters = filters[:]
        self._show = globals()["showwarning"]
        _seen.clear()
        _recorders.append([] if self._record else None)
        if self._action is not None:
            simplefilter(self._action, *self._options)
        return _recorders[-1]

    def __exit__(self, *exc_info):
        if not self._entered:
            raise RuntimeError("this context has not been entered")
        filters[:] = self._filters
        globals()["showwarning"] = self._show
        _recorders.pop()
        _seen.clear()
