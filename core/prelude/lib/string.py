"""Character classes, templates, and a formatter class."""

import re

__all__ = ["ascii_letters", "ascii_lowercase", "ascii_uppercase", "capwords", "digits", "hexdigits",
           "octdigits",
           "printable", "punctuation", "whitespace", "Formatter", "Template"]

whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = ascii_lowercase.upper()
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = digits[:8]
punctuation = "".join([chr(code) for code in range(33, 127) if not chr(code).isalnum()])
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or " ").join([word.capitalize() for word in s.split(sep)])


class Template:
    delimiter = "$"
    idpattern = "(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        cls._compile()

    @classmethod
    def _compile(cls):
        own = cls.__dict__.get("pattern")
        if own is None:
            mark = re.escape(cls.delimiter)
            braced = cls.braceidpattern or cls.idpattern
            own = (f"{mark}(?:(?P<escaped>{mark})|(?P<named>{cls.idpattern})|"
                   f"{{(?P<braced>{braced})}}|(?P<invalid>))")
        cls.pattern = re.compile(own, cls.flags | re.VERBOSE)

    def __init__(self, template):
        self.template = template

    def _filled(self, mapping, kws, safe):
        def put(found):
            name = found.group("named") or found.group("braced")
            if name is not None:
                if name in kws:
                    return str(kws[name])
                if safe and name not in mapping:
                    return found.group()
                return str(mapping[name])
            if found.group("escaped") is not None:
                return self.delimiter
            if safe:
                return found.group()
            before = self.template[:found.start("invalid")]
            raise ValueError(f"a placeholder is broken in line {before.count(chr(10)) + 1} of the template")
        return self.pattern.sub(put, self.template)

    def substitute(self, mapping={}, /, **kws):
        return self._filled(mapping, kws, False)

    def safe_substitute(self, mapping={}, /, **kws):
        return self._filled(mapping, kws, True)

    def get_identifiers(self):
        names = [found.group("named") or found.group("braced")
                 for found in self.pattern.finditer(self.template)]
        return list(dict.fromkeys([name for name in names if name is not None]))

    def is_valid(self):
        return all(found.group("invalid") is None for found in self.pattern.finditer(self.template))


Template._compile()


def _field_end(text, at):
    """The index of the brace that closes the field whose contents begin at `at`."""
    depth = 1
    bracket = False
    for position in range(at, len(text)):
        character = text[position]
        if character == "[":
            bracket = True
        elif character == "]":
            bracket = False
        elif character == "{" and not bracket:
            depth += 1
        elif character == "}" and not bracket:
            depth -= 1
            if not depth:
                return position
    raise ValueError("a field has no closing brace")


def _split_field(field):
    """Splits name!conversion:spec."""
    depth = 0
    for position, character in enumerate(field):
        if character == "[":
            depth = 1
        elif character == "]":
            depth = 0
        elif character in "!:" and not depth:
            if character == ":":
                return field[:position], field[position + 1:], None
            conversion = field[position + 1:position + 2]
            rest = field[position + 2:]
            if not conversion or rest and rest[0] != ":":
                raise ValueError("a conversion must be one character, followed by a colon or the end")
            return field[:position], rest[1:], conversion
    return field, "", None


class Formatter:
    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2, 0)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used, depth, automatic):
        if depth < 0:
            raise ValueError("the fields are nested too deep")
        parts = []
        for literal, name, spec, conversion in self.parse(format_string):
            parts.append(literal)
            if name is None:
                continue
            first = name.split(".")[0].split("[")[0]
            if first == "":
                if automatic is False:
                    raise ValueError("numbered and unnumbered fields can't be mixed")
                name = str(automatic) + name
                automatic += 1
            elif first.isdigit():
                if automatic:
                    raise ValueError("numbered and unnumbered fields can't be mixed")
                automatic = False
            value, key = self.get_field(name, args, kwargs)
            used.add(key)
            value = self.convert_field(value, conversion)
            spec, automatic = self._vformat(spec, args, kwargs, used, depth - 1, automatic)
            parts.append(self.format_field(value, spec))
        return "".join(parts), automatic

    def parse(self, format_string):
        literal = ""
        at = 0
        while at < len(format_string):
            character = format_string[at]
            at += 1
            if character not in "{}":
                literal += character
            elif format_string[at:at + 1] == character:
                yield literal + character, None, None, None
                literal = ""
                at += 1
            elif character == "}":
                raise ValueError("a closing brace without an opening one")
            else:
                end = _field_end(format_string, at)
                yield literal, *_split_field(format_string[at:end])
                literal = ""
                at = end + 1
        if literal:
            yield literal, None, None, None

    def get_field(self, field_name, args, kwargs):
        found = re.match(r"[^.\[]*", field_name)
        first = found.group()
        first = int(first) if first.isdigit() else first
        value = self.get_value(first, args, kwargs)
        for attribute, item in re.findall(r"\.([^.\[]*)|\[([^\]]*)\]", field_name[found.end():]):
            if attribute:
                value = getattr(value, attribute)
            else:
                value = value[int(item) if item.isdigit() else item]
        return value, first

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion not in ("s", "r", "a"):
            raise ValueError(f"unknown conversion {conversion!r}")
        return {"s": str, "r": repr, "a": ascii}[conversion](value)
