"""Converts values to and from JSON text."""

import re

import _host

__all__ = ["dump", "dumps", "load", "loads", "JSONDecoder", "JSONDecodeError", "JSONEncoder"]


class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = doc.count("\n", 0, pos) + 1
        self.colno = pos - doc.rfind("\n", 0, pos)
        super().__init__(f"{msg}: line {self.lineno} column {self.colno} (char {pos})")


_escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_unescapes = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_plain = re.compile(r'[^"\\\x00-\x1f]*')
_number = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_space = re.compile(r"[ \t\n\r]*")
_words = (("null", None), ("true", True), ("false", False))
_constants = ("NaN", "Infinity", "-Infinity")


def _quoted(text, ensure_ascii):
    parts = ['"']
    for character in text:
        code = ord(character)
        if character in _escapes:
            character = _escapes[character]
        elif code < 0x20 or code > 0x7e and ensure_ascii and code < 0x10000:
            character = f"\\u{code:04x}" if ensure_ascii or code < 0x20 else character
        elif code >= 0x10000 and ensure_ascii:
            code -= 0x10000
            character = f"\\u{0xd800 + (code >> 10):04x}\\u{0xdc00 + (code & 0x3ff):04x}"
        parts.append(character)
    parts.append('"')
    return "".join(parts)


class JSONEncoder:
    item_separator = ", "
    key_separator = ": "

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
                 sort_keys=False,
                 indent=None, separators=None, default=None):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError(f"a {type(o).__name__} has no JSON text")

    def encode(self, o):
        return "".join(self.iterencode(o))

    def iterencode(self, o):
        indent = self.indent
        return self._pieces(o, " " * indent if isinstance(indent, int) else indent, 0, set())

    def _float(self, value):
        if value == value and value not in (float("inf"), float("-inf")):
            return float.__repr__(value)
        if not self.allow_nan:
            raise ValueError(f"{value!r} has no JSON text")
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"

    def _simple(self, value):
        """The text of a value that isn't a container; None for a container."""
        if value is None:
            return "null"
        if value is True:
            return "true"
        if value is False:
            return "false"
        if isinstance(value, str):
            return _quoted(value, self.ensure_ascii)
        if isinstance(value, int):
            return int.__repr__(value)
        if isinstance(value, float):
            return self._float(value)
        return None

    def _key(self, key):
        if isinstance(key, str):
            return key
        simple = self._simple(key)
        if simple is None and not self.skipkeys:
            raise TypeError(f"a key cannot be a {type(key).__name__}")
        return simple

    def _pieces(self, value, indent, depth, open_ones):
        simple = self._simple(value)
        if simple is not None:
            yield simple
            return
        if id(value) in open_ones:
            raise ValueError("circular reference: the value contains itself")
        open_ones.add(id(value))
        if isinstance(value, dict):
            items = sorted(value.items()) if self.sort_keys else value.items()
            rows = [(_quoted(key, self.ensure_ascii) + self.key_separator, item)
                    for key, item in [(self._key(key), item) for key, item in items] if key is not None]
            yield from self._rows("{", rows, "}", indent, depth, open_ones)
        elif isinstance(value, (list, tuple)):
            yield from self._rows("[", [("", item) for item in value], "]", indent, depth, open_ones)
        else:
            yield from self._pieces(self.default(value), indent, depth, open_ones)
        open_ones.discard(id(value))

    def _rows(self, opening, rows, closing, indent, depth, open_ones):
        if not rows:
            yield opening + closing
            return
        newline = "" if indent is None else "\n" + indent * (depth + 1)
        yield opening
        separator = newline
        for prefix, item in rows:
            yield separator + prefix
            yield from self._pieces(item, indent, depth + 1, open_ones)
            separator = self.item_separator + newline
        yield ("" if indent is None else "\n" + indent * depth) + closing


class JSONDecoder:
    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
                 strict=True,
                 object_pairs_hook=None):
        self.object_hook = object_hook
        self.parse_float = parse_float or float
        self.parse_int = parse_int or int
        self.parse_constant = parse_constant or float
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook

    def decode(self, s):
        value, end = self.raw_decode(s, _space.match(s, 0).end())
        end = _space.match(s, end).end()
        if end != len(s):
            raise JSONDecodeError("extra data after the value", s, end)
        return value

    def raw_decode(self, s, idx=0):
        if _host.is_unknown(s):
            return s, s
        return self._value(s, idx)

    def _value(self, s, at):
        first = s[at:at + 1]
        if first == '"':
            return self._string(s, at + 1)
        if first == "{":
            return self._object(s, at + 1)
        if first == "[":
            return self._array(s, at + 1)
        for word, value in _words:
            if s.startswith(word, at):
                return value, at + len(word)
        found = _number.match(s, at)
        if found:
            whole, fraction, exponent = found.groups()
            if fraction is None and exponent is None:
                return self.parse_int(whole), found.end()
            return self.parse_float(found.group()), found.end()
        for word in _constants:
            if s.startswith(word, at):
                return self.parse_constant(word), at + len(word)
        raise JSONDecodeError("a value is missing", s, at)

    def _string(self, s, at):
        begin = at - 1
        parts = []
        while True:
            found = _plain.match(s, at)
            parts.append(found.group())
            at = found.end()
            character = s[at:at + 1]
            if character == '"':
                return "".join(parts), at + 1
            if not character:
                raise JSONDecodeError("unterminated string", s, begin)
            if character != "\\":
                if self.strict:
                    raise JSONDecodeError("invalid control character in a string", s, at)
                parts.append(character)
                at += 1
                continue
            escape = s[at + 1:at + 2]
            if escape == "u":
                code, at = self._unicode(s, at)
                parts.append(chr(code))
            elif escape in _unescapes and escape:
                parts.append(_unescapes[escape])
                at += 2
            else:
                raise JSONDecodeError("no such escape" if escape else "unterminated string", s,
                                      at if escape else begin)

    def _hex(self, s, at):
        digits = s[at + 2:at + 6]
        if len(digits) != 4 or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
            raise JSONDecodeError("an escape needs four digits", s, at + 1)
        return int(digits, 16)

    def _unicode(self, s, at):
        code = self._hex(s, at)
        at += 6
        if 0xd800 <= code < 0xdc00 and s[at:at + 2] == "\\u":
            low = self._hex(s, at)
            if 0xdc00 <= low < 0xe000:
                return 0x10000 + (code - 0xd800 << 10 | low - 0xdc00), at + 6
        return code, at

    def _object(self, s, at):
        pairs = []
        at = _space.match(s, at).end()
        while s[at:at + 1] != "}" or pairs:
            if s[at:at + 1] != '"':
                raise JSONDecodeError("a name in quotes is missing", s, at)
            key, at = self._string(s, at + 1)
            at = _space.match(s, at).end()
            if s[at:at + 1] != ":":
                raise JSONDecodeError("a colon is missing", s, at)
            value, at = self._value(s, _space.match(s, at + 1).end())
            pairs.append((key, value))
            at = _space.match(s, at).end()
            if s[at:at + 1] == "}":
                break
            if s[at:at + 1] != ",":
                raise JSONDecodeError("a comma is missing", s, at)
            at = _space.match(s, at + 1).end()
        if self.object_pairs_hook is not None:
            return self.object_pairs_hook(pairs), at + 1
        made = dict(pairs)
        return (made if self.object_hook is None else self.object_hook(made)), at + 1

    def _array(self, s, at):
        items = []
        at = _space.match(s, at).end()
        if s[at:at + 1] == "]":
            return items, at + 1
        while True:
            value, at = self._value(s, at)
            items.append(value)
            at = _space.match(s, at).end()
            if s[at:at + 1] == "]":
                return items, at + 1
            if s[at:at + 1] != ",":
                raise JSONDecodeError("a comma is missing", s, at)
            at = _space.match(s, at + 1).end()


def dumps(obj, *, cls=None, **kw):
    return (cls or JSONEncoder)(**kw).encode(obj)


def dump(obj, fp, **kw):
    fp.write(dumps(obj, **kw))


def loads(s, *, cls=None, **kw):
    if _host.is_unknown(s):
        return s
    if isinstance(s, (bytes, bytearray)):
        s = s.decode()
    elif not isinstance(s, str):
        raise TypeError(f"JSON must be str or bytes, not {type(s).__name__}")
    return (cls or JSONDecoder)(**kw).decode(s)


def load(fp, **kw):
    return loads(fp.read(), **kw)
