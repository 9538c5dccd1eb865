"""Parses command lines into namespaces. Without explicit arguments it parses an empty command line."""

import builtins
import sys

__all__ = ["ArgumentParser", "ArgumentError", "ArgumentTypeError", "BooleanOptionalAction", "FileType",
           "HelpFormatter", "ArgumentDefaultsHelpFormatter", "RawDescriptionHelpFormatter",
           "RawTextHelpFormatter",
           "MetavarTypeHelpFormatter", "Namespace", "Action", "ONE_OR_MORE", "OPTIONAL", "PARSER",
           "REMAINDER",
           "SUPPRESS", "ZERO_OR_MORE"]

SUPPRESS = "==SUPPRESS=="
OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, PARSER, REMAINDER = "?", "*", "+", "A...", "..."


class ArgumentError(Exception):
    def __init__(self, argument, message):
        self.argument_name = _name_of(argument)
        self.message = message

    def __str__(self):
        name = self.argument_name
        return self.message if name is None else f"argument {name}: {self.message}"


class ArgumentTypeError(Exception):
    pass


class Namespace:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, Namespace) else NotImplemented

    __hash__ = None

    def __contains__(self, key):
        return key in self.__dict__

    def __repr__(self):
        shown = [f"{key}={value!r}" for key, value in self.__dict__.items()]
        return f"{type(self).__name__}({', '.join(shown)})"


class HelpFormatter:
    def __init__(self, prog, **options):
        self.prog = prog


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


class MetavarTypeHelpFormatter(HelpFormatter):
    pass


class FileType:
    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        self._mode = mode

    def __call__(self, string):
        raise ArgumentTypeError(f"can't open {string!r}: no such file")


def _name_of(action):
    if action is None:
        return None
    return "/".join(action.option_strings) or action.metavar or action.dest


class Action:
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        self.option_strings = option_strings
        self.dest = dest
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError("an action says what it does")


class _Store(Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _StoreConst(Action):
    def __init__(self, option_strings, dest, const=None, **options):
        super().__init__(option_strings, dest, 0, const, **options)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrue(_StoreConst):
    def __init__(self, option_strings, dest, default=False, **options):
        super().__init__(option_strings, dest, True, default=default, **options)


class _StoreFalse(_StoreConst):
    def __init__(self, option_strings, dest, default=True, **options):
        super().__init__(option_strings, dest, False, default=default, **options)


class _Append(Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, [*(getattr(namespace, self.dest, None) or ()), values])


class _AppendConst(_StoreConst):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, [*(getattr(namespace, self.dest, None) or ()), self.const])


class _Extend(Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, [*(getattr(namespace, self.dest, None) or ()), *values])


class _Count(_StoreConst):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)


class _Help(_StoreConst):
    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _Version(_StoreConst):
    def __init__(self, option_strings, dest, version=None, **options):
        super().__init__(option_strings, SUPPRESS, default=SUPPRESS, **options)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        parser.exit()


class BooleanOptionalAction(Action):
    def __init__(self, option_strings, dest, **options):
        negative = ["--no-" + option[2:] for option in option_strings if option.startswith("--")]
        super().__init__([*option_strings, *negative], dest, 0, **options)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, not option_string.startswith("--no-"))


class _SubParsers(Action):
    def __init__(self, option_strings, dest, prog=None, parser_class=None, **options):
        options.setdefault("default", None)
        super().__init__(option_strings, dest, PARSER, **options)
        self.choices = {}
        self._prog = prog
        self._class = parser_class

    def add_parser(self, name, *, aliases=(), help=None, **options):
        options.setdefault("prog", f"{self._prog} {name}")
        parser = self._class(**options)
        for one in (name, *aliases):
            self.choices[one] = parser
        return parser

    def __call__(self, parser, namespace, values, option_string=None):
        name, *rest = values
        if self.dest != SUPPRESS:
            setattr(namespace, self.dest, name)
        found, left = self.choices[name].parse_known_args(rest)
        namespace.__dict__.update(found.__dict__)
        if left:
            namespace.__dict__.setdefault("_left", []).extend(left)


_actions = {None: _Store, "store": _Store, "store_const": _StoreConst, "store_true": _StoreTrue,
            "store_false": _StoreFalse, "append": _Append, "append_const": _AppendConst, "extend": _Extend,
            "count": _Count, "help": _Help, "version": _Version, "parsers": _SubParsers}

# The minimum and maximum number of arguments for an nargs value.
_counts = {None: (1, 1), OPTIONAL: (0, 1), ZERO_OR_MORE: (0, 10 ** 9), ONE_OR_MORE: (1, 10 ** 9),
           PARSER: (1, 10 ** 9), REMAINDER: (0, 10 ** 9)}


def _range_of(nargs):
    return (nargs, nargs) if isinstance(nargs, int) else _counts[nargs]


class _Group:
    """A group of arguments. An exclusive group accepts at most one of them."""

    def __init__(self, container, exclusive=False, required=False):
        self._container = container
        self.exclusive = exclusive
        self.required = required
        self._group_actions = []

    def add_argument(self, *args, **kwargs):
        action = self._container.add_argument(*args, **kwargs)
        self._group_actions.append(action)
        return action

    def add_mutually_exclusive_group(self, *, required=False):
        return self._container.add_mutually_exclusive_group(required=required)

    def add_argument_group(self, *args, **kwargs):
        return self._container.add_argument_group(*args, **kwargs)


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(),
                 formatter_class=HelpFormatter,
                 prefix_chars="-", fromfile_prefix_chars=None, argument_default=None,
                 conflict_handler="error",
                 add_help=True, allow_abbrev=True, exit_on_error=True):
        argv = getattr(sys, "argv", None) or [""]
        self.prog = prog or argv[0].split("/")[-1]
        self.usage = usage
        self.description = description
        self.epilog = epilog
        self.formatter_class = formatter_class
        self.prefix_chars = prefix_chars
        self.argument_default = argument_default
        self.conflict_handler = conflict_handler
        self.allow_abbrev = allow_abbrev
        self.exit_on_error = exit_on_error
        self._actions = []
        self._options = {}
        self._defaults = {}
        self._groups = []
        if add_help:
            self.add_argument("-h", "--help", action="help", default=SUPPRESS, dest=SUPPRESS)
        for parent in parents:
            for action in parent._actions:
                if not any(option in self._options for option in action.option_strings):
                    self._add(action)
            self._groups += parent._groups
            self._defaults.update(parent._defaults)

    def _add(self, action):
        for option in action.option_strings:
            if option in self._options and self.conflict_handler != "resolve":
                raise ArgumentError(action, f"the option {option} exists already")
            self._options[option] = action
        self._actions.append(action)
        return action

    def add_argument(self, *args, action=None, dest=None, **kwargs):
        optional = bool(args) and args[0][:1] in self.prefix_chars
        if optional:
            longs = [name for name in args if len(name) > 2 and name[1] in self.prefix_chars]
            dest = dest or (longs or args)[0].lstrip(self.prefix_chars).replace("-", "_")
            if not dest:
                raise ValueError("the option has no name")
            options = list(args)
        else:
            if len(args) > 1 or args and dest is not None:
                raise ValueError("a positional argument must have exactly one name")
            if not args and dest is None:
                raise TypeError("the argument has no name")
            dest = args[0] if args else dest
            options = []
            if "required" in kwargs and action != "parsers":
                raise TypeError("a positional argument doesn't accept required=")
            if action is None or action in ("store", "append", "extend"):
                kwargs["required"] = _range_of(kwargs.get("nargs"))[0] > 0
        if "default" not in kwargs:
            if dest in self._defaults:
                kwargs["default"] = self._defaults[dest]
            elif self.argument_default is not None:
                kwargs["default"] = self.argument_default
        cls = action if isinstance(action, type) else _actions.get(action)
        if cls is None:
            raise ValueError(f"unknown action {action!r}")
        if not callable(kwargs.get("type", str)):
            raise ValueError("type must be a callable that converts text")
        return self._add(cls(options, dest, **kwargs))

    def add_argument_group(self, *args, **kwargs):
        return _Group(self)

    def add_mutually_exclusive_group(self, *, required=False):
        self._groups.append(_Group(self, True, required))
        return self._groups[-1]

    def add_subparsers(self, *, title=None, description=None, prog=None, dest=SUPPRESS, required=False,
                       action="parsers",
                       parser_class=None, help=None, metavar=None):
        return self.add_argument(dest=dest, action=action, prog=prog or self.prog, required=required,
                                 help=help,
                                 parser_class=parser_class or type(self), metavar=metavar)

    def register(self, registry_name, value, object):
        if registry_name == "action":
            _actions[value] = object

    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    def parse_args(self, args=None, namespace=None):
        found, left = self.parse_known_args(args, namespace)
        if left:
            self.error(f"unrecognized arguments: {' '.join(left)}")
        return found

    parse_intermixed_args = parse_args

    def _parse_unknown(self, namespace):
        """The namespace of a command line of which only the defaults are known."""
        for action in self._actions:
            if SUPPRESS in (action.dest, action.default):
                continue
            default = action.default
            if default is None:
                default = builtins.__jitscope_unknown__
            elif isinstance(default, str) and action.type is not None:
                default = action.type(default)
            setattr(namespace, action.dest, default)
        for dest, value in self._defaults.items():
            setattr(namespace, dest, value)
        return namespace, []

    def parse_known_args(self, args=None, namespace=None):
        if args is None and hasattr(builtins, "__jitscope_unknown__"):
            return self._parse_unknown(Namespace() if namespace is None else namespace)
        args = list((getattr(sys, "argv", None) or [""])[1:] if args is None else args)
        namespace = Namespace() if namespace is None else namespace
        for action in self._actions:
            if SUPPRESS not in (action.dest, action.default) and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        for dest, value in self._defaults.items():
            if not hasattr(namespace, dest):
                setattr(namespace, dest, value)
        if not self.exit_on_error:
            return self._parse(args, namespace)
        try:
            return self._parse(args, namespace)
        except ArgumentError as error:
            self.error(str(error))

    parse_known_intermixed_args = parse_known_args

    def _option_of(self, text):
        """The action, the option's full name and the value after =; for text that is an option."""
        if len(text) < 2 or text[0] not in self.prefix_chars:
            return None
        if text in self._options:
            return self._options[text], text, None
        name, equals, value = text.partition("=")
        value = value if equals else None
        if name in self._options:
            return self._options[name], name, value
        if text[1] in self.prefix_chars:
            if self.allow_abbrev:
                near = [option for option in self._options if option.startswith(name)]
                if len(near) > 1:
                    raise ArgumentError(None, f"{text} could be {', '.join(near)}")
                if near:
                    return self._options[near[0]], near[0], value
        elif text[:2] in self._options:
            return self._options[text[:2]], text[:2], text[2:]
        if " " in text or self._is_number(text) and not any(map(self._is_number, self._options)):
            return None
        return None, text, None

    @staticmethod
    def _is_number(text):
        return text[:1] == "-" and text[1:].replace(".", "", 1).isdecimal()

    def _parse(self, args, namespace):
        pending = [action for action in self._actions if not action.option_strings]
        self._seen = []
        left = []
        waiting = []
        at = 0
        while at < len(args):
            if args[at] == "--":
                waiting += args[at + 1:]
                break
            option = self._option_of(args[at])
            if option is None:
                waiting.append(args[at])
                at += 1
                if pending and pending[0].nargs in (PARSER, REMAINDER):
                    waiting += args[at:]
                    break
                continue
            waiting = self._positionals(pending, waiting, namespace, False)
            action, name, value = option
            at += 1
            if action is None:
                left.append(args[at - 1])
                continue
            at = self._take_option(action, name, value, args, at, namespace)
        left += self._positionals(pending, waiting, namespace, True)
        self._check(namespace)
        return namespace, left + namespace.__dict__.pop("_left", [])

    def _take_option(self, action, name, value, args, at, namespace):
        least, most = _range_of(action.nargs)
        while value is not None and most == 0:      # -xyz is -x -y -z
            if name.startswith("--"):
                raise ArgumentError(action, f"no value is expected, not {value!r}")
            self._apply(action, [], namespace, name)
            name = "-" + value[0]
            if name not in self._options:
                raise ArgumentError(action, f"{value!r} is not expected")
            action, value = self._options[name], value[1:] or None
            least, most = _range_of(action.nargs)
        if value is not None:
            self._apply(action, [value], namespace, name)
            return at
        taken = []
        while at < len(args) and len(taken) < most and args[at] != "--" \
                and (action.nargs == REMAINDER or self._option_of(args[at]) is None):
            taken.append(args[at])
            at += 1
        if len(taken) < least:
            raise ArgumentError(action, f"{least} argument(s) are expected")
        self._apply(action, taken, namespace, name)
        return at

    def _positionals(self, pending, waiting, namespace, last):
        """Assigns waiting values to the positional arguments; arguments that could stay empty wait for the end."""
        while pending:
            least, most = _range_of(pending[0].nargs)
            needed = sum([_range_of(action.nargs)[0] for action in pending[1:]])
            count = min(most, max(least, len(waiting) - needed))
            if len(waiting) < least:
                break
            if not last and not waiting:
                break
            taken, waiting = waiting[:count], waiting[count:]
            action = pending.pop(0)
            if taken or last:
                self._apply(action, taken, namespace, None)
        return waiting

    def _convert(self, action, text):
        if action.type is None or not isinstance(text, str):
            return text
        try:
            return action.type(text)
        except ArgumentTypeError as error:
            raise ArgumentError(action, str(error))
        except (TypeError, ValueError):
            raise ArgumentError(action, f"{text!r} is no {getattr(action.type, '__name__', action.type)}")

    def _choose(self, action, value):
        if action.choices is not None and value not in action.choices:
            raise ArgumentError(action, f"{value!r} is none of {', '.join(map(repr, action.choices))}")

    def _apply(self, action, taken, namespace, option):
        nargs = action.nargs
        if not taken and nargs == OPTIONAL:
            value = self._convert(action, action.const if action.option_strings else action.default)
        elif not taken and nargs == ZERO_OR_MORE and not action.option_strings:
            value = action.default if action.default is not None else []
        else:
            value = [self._convert(action, text) for text in taken]
            for one in value[:1] if nargs == PARSER else value:
                self._choose(action, one)
            if nargs in (None, OPTIONAL):
                value = value[0]
        if taken or option is not None:
            for group in self._groups:
                if action in group._group_actions:
                    for other in group._group_actions:
                        if other is not action and other in self._seen:
                            raise ArgumentError(action, f"it does not go with {_name_of(other)}")
            self._seen.append(action)
        if value is not SUPPRESS:
            action(self, namespace, value, option)

    def _check(self, namespace):
        missing = []
        for action in self._actions:
            if action in self._seen:
                continue
            if action.required:
                missing.append(_name_of(action))
            elif isinstance(action.default, str) and getattr(namespace, action.dest, None) is action.default:
                setattr(namespace, action.dest, self._convert(action, action.default))
        if missing:
            raise ArgumentError(None, f"required: {', '.join(map(str, missing))}")
        for group in self._groups:
            if group.required and not any(action in self._seen for action in group._group_actions):
                names = ", ".join(map(_name_of, group._group_actions))
                raise ArgumentError(None, f"one of {names} is required")

    def format_usage(self):
        return f"usage: {self.usage or self.prog}\n"

    def format_help(self):
        rows = [f"  {_name_of(action)}  {action.help or ''}".rstrip() for action in self._actions]
        texts = [self.format_usage(), self.description, *rows, self.epilog]
        return "\n".join([text for text in texts if text])

    def print_usage(self, file=None):
        if file is not None:
            file.write(self.format_usage())

    def print_help(self, file=None):
        if file is not None:
            file.write(self.format_help())

    def exit(self, status=0, message=None):
        raise SystemExit(status)

    def error(self, message):
        self.exit(2, message)
