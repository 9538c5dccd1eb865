"""Formats values within a width, with one item per line when one line isn't enough."""

import sys

__all__ = ["pprint", "pformat", "isreadable", "isrecursive", "saferepr", "PrettyPrinter", "pp"]


class _Ordered:
    """Sorts items; items that can't be compared are sorted by the name of their type."""
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        try:
            return self.value < other.value
        except TypeError:
            return (str(type(self.value)), id(self.value)) < (str(type(other.value)), id(other.value))


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True,
                 underscore_numbers=False):
        if indent < 0 or width == 0 or depth is not None and depth <= 0:
            raise ValueError("indent must not be negative, width and depth must be positive")
        self._indent = indent
        self._width = width
        self._depth = depth
        self._stream = stream
        self._compact = compact
        self._sort = sort_dicts
        self._underscores = underscore_numbers

    def pprint(self, object):
        stream = self._stream or sys.stdout
        stream.write(self.pformat(object) + "\n")

    def pformat(self, object):
        return self._format(object, 0, 0, set(), 1)

    def isrecursive(self, object):
        return "<Recursion on " in self._line(object, set(), 1)

    def isreadable(self, object):
        text = self._line(object, set(), 1)
        return "<Recursion on " not in text and " at 0x" not in text and "..." not in text

    def format(self, object, context, maxlevels, level):
        text = self._line(object, set(context), level + 1)
        return text, True, False

    def _items(self, value):
        return sorted(value.items(),
                      key=lambda item: _Ordered(item[0])) if self._sort else list(value.items())

    def _line(self, value, open_ones, level):
        """The value on one line."""
        kind = type(value)
        method = kind.__repr__
        if method is int.__repr__ and self._underscores:
            return f"{value:_d}"
        if method not in (dict.__repr__, list.__repr__, tuple.__repr__):
            return repr(value)
        if not value:
            return repr(value)
        left, right = {dict.__repr__: "{}", list.__repr__: "[]", tuple.__repr__: "()"}[method]
        if self._depth is not None and level > self._depth:
            return left + "..." + right
        if id(value) in open_ones:
            return f"<Recursion on {kind.__name__} with id={id(value)}>"
        inner = open_ones | {id(value)}
        if method is dict.__repr__:
            parts = [f"{self._line(key, inner, level + 1)}: {self._line(item, inner, level + 1)}"
                     for key, item in self._items(value)]
        else:
            parts = [self._line(item, inner, level + 1) for item in value]
        comma = "," if left == "(" and len(parts) == 1 else ""
        return left + ", ".join(parts) + comma + right

    def _format(self, value, indent, after, open_ones, level):
        """The value from column `indent` on, with `after` more characters behind its last line."""
        line = self._line(value, open_ones, level)
        if len(line) <= self._width - indent - after or id(value) in open_ones \
                or self._depth is not None and level > self._depth:
            return line
        inner = open_ones | {id(value)}
        method = type(value).__repr__
        if method is dict.__repr__:
            return self._dict(value, indent, after, inner, level)
        if hasattr(type(value), "__dataclass_fields__"):
            return self._data_class(value, indent, after, inner, level)
        if method in (list.__repr__, tuple.__repr__):
            left, right = "[]" if method is list.__repr__ else ("(", ",)" if len(value) == 1 else ")")
            return left + self._rows(value, indent, after + len(right), inner, level) + right
        if method in (set.__repr__, frozenset.__repr__):
            name = type(value).__name__
            left, right = ("{", "}") if type(value) is set else (name + "({", "})")
            items = sorted(value, key=_Ordered)
            return left + self._rows(items, indent + len(left) - 1, after + len(right), inner, level) + right
        if method is str.__repr__:
            return self._text(value, indent, after, level)
        return line

    def _rows(self, items, indent, after, open_ones, level):
        items = list(items)
        column = indent + self._indent
        separator = ",\n" + " " * column
        out = [" " * (self._indent - 1)]
        room = None
        for position, item in enumerate(items):
            behind = after if position == len(items) - 1 else 1
            if self._compact:
                text = self._line(item, open_ones, level + 1)
                width = len(text) + 2
                if room is not None and len(text) + behind <= room - 2:
                    out.append(", " + text)
                    room -= width
                    continue
                if room is not None:
                    out.append(separator)
                if len(text) + behind <= self._width - column:
                    out.append(text)
                    room = self._width - column - len(text)
                    continue
                room = 0
            elif position:
                out.append(separator)
            out.append(self._format(item, column, behind, open_ones, level + 1))
        return "".join(out)

    def _dict(self, value, indent, after, open_ones, level):
        column = indent + self._indent
        rows = []
        items = self._items(value)
        for position, (key, item) in enumerate(items):
            name = self._line(key, open_ones, level + 1)
            behind = after + 1 if position == len(items) - 1 else 1
            rows.append(f"{name}: " + self._format(item, column + len(name) + 2, behind, open_ones,
                                                   level + 1))
        return "{" + " " * (self._indent - 1) + (",\n" + " " * column).join(rows) + "}"

    def _data_class(self, value, indent, after, open_ones, level):
        name = type(value).__name__
        column = indent + len(name) + 1
        rows = []
        shown = [field.name for field in value.__dataclass_fields__.values() if field.repr]
        for position, field in enumerate(shown):
            behind = after + 1 if position == len(shown) - 1 else 1
            rows.append(f"{field}=" + self._format(getattr(value, field), column + len(field) + 1, behind,
                                                   open_ones,
                                                   level + 1))
        return f"{name}(" + (",\n" + " " * column).join(rows) + ")"

    def _text(self, value, indent, after, level):
        """Splits a long string after newlines and between words, in brackets when it is the whole value."""
        if level == 1:
            indent += 1
            after += 1
        rows = []
        lines = value.splitlines(True)
        for number, line in enumerate(lines):
            last_line = number == len(lines) - 1
            room = self._width - indent - (after if last_line else 0)
            if len(repr(line)) <= room:
                rows.append(repr(line))
                continue
            words = []
            for word in line.split(" "):
                words.append(word + " ")
            words[-1] = words[-1][:-1]
            words = [word for word in words if word]
            current = ""
            for position, word in enumerate(words):
                room = self._width - indent - (after if last_line and position == len(words) - 1 else 0)
                if current and len(repr(current + word)) > room:
                    rows.append(repr(current))
                    current = word
                else:
                    current += word
            if current:
                rows.append(repr(current))
        text = ("\n" + " " * indent).join(rows)
        return f"({text})" if level == 1 and len(rows) > 1 else text


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
            underscore_numbers=False):
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
           underscore_numbers=False):
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    return PrettyPrinter()._line(object, set(), 1)


def isreadable(object):
    return PrettyPrinter().isreadable(object)


def isrecursive(object):
    return PrettyPrinter().isrecursive(object)
