"""Loggers, handlers and formatters. Records reach the handlers that a program adds; none of them writes output."""

import sys

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0

raiseExceptions = True
lastResort = None
_names = {CRITICAL: "CRITICAL", ERROR: "ERROR", WARNING: "WARNING", INFO: "INFO", DEBUG: "DEBUG",
          NOTSET: "NOTSET"}
_levels = {"CRITICAL": 50, "FATAL": 50, "ERROR": 40, "WARN": 30, "WARNING": 30, "INFO": 20, "DEBUG": 10,
           "NOTSET": 0}


def getLevelName(level):
    found = _names.get(level)
    if found is None:
        found = _levels.get(level)
    return f"Level {level}" if found is None else found


def getLevelNamesMapping():
    return dict(_levels)


def addLevelName(level, levelName):
    _names[level] = levelName
    _levels[levelName] = level


def _checkLevel(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError(f"a level is a number or a name, not {level!r}")
    if level not in _levels:
        raise ValueError(f"unknown level {level!r}")
    return _levels[level]


class LogRecord:
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        if args and len(args) == 1 and isinstance(args[0], dict) and args[0]:
            args = args[0]      # for "%(key)s" in the message
        self.name = name
        self.msg = msg
        self.args = args
        self.levelname = getLevelName(level)
        self.levelno = level
        self.pathname = pathname
        self.filename = pathname.split("/")[-1]
        self.module = self.filename.removesuffix(".py")
        self.exc_info = exc_info
        self.exc_text = None
        self.stack_info = sinfo
        self.lineno = lineno
        self.funcName = func
        self.created = self.msecs = self.relativeCreated = 0.0
        self.thread = 1
        self.threadName = "MainThread"
        self.process = 1
        self.processName = "MainProcess"

    def getMessage(self):
        text = str(self.msg)
        return text % self.args if self.args else text

    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'


_factory = LogRecord


def getLogRecordFactory():
    return _factory


def setLogRecordFactory(factory):
    global _factory
    _factory = factory


def makeLogRecord(dict):
    record = _factory(None, 0, "", 0, "", (), None)
    record.__dict__.update(dict)
    return record


BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"


class Formatter:
    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s,%03d"
    _plain = {"%": "%(message)s", "{": "{message}", "$": "${message}"}
    _times = {"%": "%(asctime)", "{": "{asctime", "$": "asctime"}

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in self._plain:
            raise ValueError("style must be one of % { $")
        self._style = style
        self._fmt = fmt or self._plain[style]
        self.datefmt = datefmt
        self._defaults = defaults or {}
        if validate and style == "%" and "%(" not in self._fmt or style != "%" and style not in self._fmt:
            raise ValueError(f"the format {fmt!r} has no field in the style {style}")

    def usesTime(self):
        return self._times[self._style] in self._fmt

    def formatTime(self, record, datefmt=None):
        import time
        moment = time.gmtime(record.created)
        if datefmt:
            return time.strftime(datefmt, moment)
        text = time.strftime(self.default_time_format, moment)
        return self.default_msec_format % (text, record.msecs) if self.default_msec_format else text

    def formatException(self, ei):
        import traceback
        return "".join(traceback.format_exception(ei[1])).rstrip("\n")

    def formatStack(self, stack_info):
        return stack_info

    def formatMessage(self, record):
        values = {**self._defaults, **record.__dict__}
        if self._style == "%":
            return self._fmt % values
        if self._style == "{":
            return self._fmt.format(**values)
        from string import Template
        return Template(self._fmt).substitute(values)

    def format(self, record):
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        for more in (record.exc_text, record.stack_info and self.formatStack(record.stack_info)):
            if more:
                text += ("" if text.endswith("\n") else "\n") + more
        return text


class Filter:
    def __init__(self, name=""):
        self.name = name

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + ".")


class Filterer:
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        return all(one.filter(record) if hasattr(one, "filter") else one(record) for one in self.filters)


class Handler(Filterer):
    def __init__(self, level=NOTSET):
        super().__init__()
        self.name = None
        self.level = _checkLevel(level)
        self.formatter = None

    def get_name(self):
        return self.name

    def set_name(self, name):
        self.name = name

    def createLock(self):
        self.lock = None

    def acquire(self):
        pass

    def release(self):
        pass

    def setLevel(self, level):
        self.level = _checkLevel(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or _plain_formatter).format(record)

    def emit(self, record):
        raise NotImplementedError("a handler must implement emit()")

    def handle(self, record):
        passed = self.filter(record)
        if passed:
            self.emit(record)
        return passed

    def handleError(self, record):
        pass

    def flush(self):
        pass

    def close(self):
        pass

    def __repr__(self):
        return f"<{type(self).__name__} ({getLevelName(self.level)})>"


_plain_formatter = Formatter()


class NullHandler(Handler):
    def handle(self, record):
        pass

    def emit(self, record):
        pass


class StreamHandler(Handler):
    """Writes to a stream that the program has created, such as a StringIO; standard streams stay silent."""
    terminator = "\n"

    def __init__(self, stream=None):
        super().__init__()
        self.stream = stream

    def setStream(self, stream):
        before, self.stream = self.stream, stream
        return before

    def emit(self, record):
        if self.stream is not None and self.stream not in (sys.stdout, sys.stderr):
            self.stream.write(self.format(record) + self.terminator)


class FileHandler(StreamHandler):
    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        super().__init__()
        self.baseFilename = filename
        self.mode = mode


class PlaceHolder:
    pass


class Manager:
    def __init__(self, root):
        self.root = root
        self.disable = NOTSET
        self.loggerDict = {}

    def getLogger(self, name):
        if not isinstance(name, str):
            raise TypeError("the name of a logger must be a str")
        logger = self.loggerDict.get(name)
        if logger is None:
            logger = self.loggerDict[name] = _logger_class(name)
            logger.manager = self
            logger.parent = self._parent_of(name)
            prefix = name + "."
            for other, child in self.loggerDict.items():
                if other.startswith(prefix) and not child.parent.name.startswith(prefix):
                    child.parent = logger
        return logger

    def _parent_of(self, name):
        while "." in name:
            name = name.rpartition(".")[0]
            if name in self.loggerDict:
                return self.loggerDict[name]
        return self.root


class Logger(Filterer):
    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name = name
        self.level = _checkLevel(level)
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False

    def setLevel(self, level):
        self.level = _checkLevel(level)

    def getEffectiveLevel(self):
        logger = self
        while logger is not None:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and self.manager.disable < level and level >= self.getEffectiveLevel()

    def getChild(self, suffix):
        return self.manager.getLogger(suffix if self is self.manager.root else f"{self.name}.{suffix}")

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        logger = self
        while logger is not None:
            if logger.handlers:
                return True
            logger = logger.parent if logger.propagate else None
        return False

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        record = _factory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        for key, value in (extra or {}).items():
            if key in ("message", "asctime") or key in record.__dict__:
                raise KeyError(f"a record has a {key!r} of its own")
            record.__dict__[key] = value
        return record

    def handle(self, record):
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def callHandlers(self, record):
        logger = self
        while logger is not None:
            for handler in logger.handlers:
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, "", 0, msg, args, exc_info, None, extra))

    def log(self, level, msg, *args, **kwargs):
        if not isinstance(level, int):
            raise TypeError("a level must be a number")
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    warn = warning

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    fatal = critical

    def __repr__(self):
        return f"<{type(self).__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>"


class RootLogger(Logger):
    def __init__(self, level):
        super().__init__("root", level)


class LoggerAdapter:
    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra

    def process(self, msg, kwargs):
        kwargs["extra"] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        if self.logger.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    def __getattr__(self, name):
        return getattr(self.logger, name)


_logger_class = Logger
root = RootLogger(WARNING)
Logger.root = root
Logger.manager = Manager(root)


def getLoggerClass():
    return _logger_class


def setLoggerClass(klass):
    global _logger_class
    if not issubclass(klass, Logger):
        raise TypeError("a logger class is derived from Logger")
    _logger_class = klass


def getLogger(name=None):
    return root if not name or name == "root" else Logger.manager.getLogger(name)


def basicConfig(**kwargs):
    if kwargs.pop("force", False):
        root.handlers.clear()
    if not root.handlers:
        handlers = kwargs.pop("handlers", None) or [StreamHandler(kwargs.pop("stream", None))]
        style = kwargs.pop("style", "%")
        formatter = Formatter(kwargs.pop("format", None) or BASIC_FORMAT, kwargs.pop("datefmt", None), style)
        for handler in handlers:
            if handler.formatter is None:
                handler.setFormatter(formatter)
            root.addHandler(handler)
        level = kwargs.pop("level", None)
        if level is not None:
            root.setLevel(level)


def disable(level=CRITICAL):
    root.manager.disable = _checkLevel(level)


def shutdown(handlerList=()):
    pass


def captureWarnings(capture):
    pass


debug, info, warning, warn = root.debug, root.info, root.warning, root.warn
error, exception, critical, fatal, log = root.error, root.exception, root.critical, root.fatal, root.log
