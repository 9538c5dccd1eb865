"""Formats exceptions. Frames aren't recorded, so the text doesn't have source positions."""

import sys

__all__ = ["extract_stack", "extract_tb", "format_exception", "format_exception_only", "format_list",
           "format_stack",
           "format_tb", "print_exc", "format_exc", "print_exception", "print_last", "print_stack", "print_tb",
           "clear_frames", "FrameSummary", "StackSummary", "TracebackException", "walk_stack", "walk_tb"]

_given = object()


class FrameSummary:
    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self.line = line
        self.locals = locals

    def __iter__(self):
        return iter((self.filename, self.lineno, self.name, self.line))

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"


class StackSummary(list):
    @classmethod
    def from_list(cls, a_list):
        return cls([frame if isinstance(frame, FrameSummary) else FrameSummary(*frame[:3], line=frame[3])
                    for frame in a_list])

    def format(self):
        return format_list(self)


def format_list(extracted_list):
    lines = []
    for filename, lineno, name, line in extracted_list:
        text = f'  File "{filename}", line {lineno}, in {name}\n'
        lines.append(text + f"    {line.strip()}\n" if line else text)
    return lines


def extract_tb(tb, limit=None):
    return StackSummary()


def extract_stack(f=None, limit=None):
    return StackSummary()


def format_tb(tb, limit=None):
    return []


def format_stack(f=None, limit=None):
    return []


def walk_tb(tb):
    return iter(())


def walk_stack(f):
    return iter(())


def _name_of(cls):
    if cls.__module__ in ("builtins", "__main__"):
        return cls.__qualname__
    return f"{cls.__module__}.{cls.__qualname__}"


def format_exception_only(exc, /, value=_given):
    if value is _given:
        value = exc
    if value is None:
        return ["NoneType: None\n"]
    text = str(value)
    name = _name_of(type(value))
    lines = [f"{name}: {text}\n" if text else f"{name}\n"]
    return lines + [note + "\n" for note in getattr(value, "__notes__", ())]


def _chained(value, seen):
    """The text of an exception, preceded by its cause or context."""
    seen.add(id(value))
    lines = []
    if value.__cause__ is not None:
        if id(value.__cause__) not in seen:
            lines += _chained(value.__cause__, seen)
            lines.append("\nThe above exception was the direct cause of the following exception:\n\n")
    elif value.__context__ is not None and not value.__suppress_context__ \
            and id(value.__context__) not in seen:
        lines += _chained(value.__context__, seen)
        lines.append("\nDuring handling of the above exception, another exception occurred:\n\n")
    if value.__traceback__ is not None:
        lines.append("Traceback (most recent call last):\n")
    return lines + format_exception_only(value)


def format_exception(exc, /, value=_given, tb=_given, limit=None, chain=True):
    if value is _given:
        value = exc
    if value is None:
        return format_exception_only(None)
    return _chained(value, set()) if chain else format_exception_only(value)


def format_exc(limit=None, chain=True):
    return "".join(format_exception(sys.exc_info()[1], chain=chain))


def print_exception(exc, /, value=_given, tb=_given, limit=None, file=None, chain=True):
    if file is not None:
        file.write("".join(format_exception(exc, value, chain=chain)))


def print_exc(limit=None, file=None, chain=True):
    if file is not None:
        file.write(format_exc(limit, chain))


def print_last(limit=None, file=None, chain=True):
    pass


def print_tb(tb, limit=None, file=None):
    pass


def print_stack(f=None, limit=None, file=None):
    pass


def clear_frames(tb):
    pass


class TracebackException:
    def __init__(self, exc_type, exc_value, exc_traceback, **options):
        self.exc_type = exc_type
        self._value = exc_value
        self.stack = StackSummary()
        self.__cause__ = exc_value.__cause__ and TracebackException.from_exception(exc_value.__cause__)
        self.__notes__ = getattr(exc_value, "__notes__", None)

    @classmethod
    def from_exception(cls, exc, **options):
        return cls(type(exc), exc, exc.__traceback__, **options)

    def format(self, *, chain=True):
        return iter(format_exception(self._value, chain=chain))

    def format_exception_only(self):
        return iter(format_exception_only(self._value))

    def __str__(self):
        return str(self._value)
