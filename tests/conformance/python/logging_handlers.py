import logging
from io import StringIO


class Keep(logging.Handler):
    def __init__(self):
        super().__init__()
        self.records = []

    def emit(self, record):
        self.records.append((record.name, record.levelname, record.getMessage()))


top, low = logging.getLogger("top"), logging.getLogger("top.low")
keep = Keep()
top.addHandler(keep)
top.setLevel(logging.INFO)
top.info("one %d %s", 1, "x")
low.warning("two %(k)s", {"k": 5})
low.debug("not shown")
keep.setLevel(logging.ERROR)
top.warning("too low")
low.error("three")
low.propagate = False
low.error("nobody")
print(keep.records, low.hasHandlers(), top.handlers == [keep])
out = StringIO()
handler = logging.StreamHandler(out)
handler.setFormatter(logging.Formatter("%(levelname)-8s|%(name)s|%(message)s|%(extra)s"))
handler.addFilter(logging.Filter("top"))
handler.addFilter(lambda record: "secret" not in record.getMessage())
top.removeHandler(keep)
top.addHandler(handler)
top.propagate = False
top.log(logging.CRITICAL, "shown", extra={"extra": 7})
top.error("secret", extra={"extra": 8})
print(out.getvalue(), end="")
brace = logging.Formatter("{levelname}:{message}", style="{")
record = logging.makeLogRecord({"msg": "m %s", "args": (1,), "levelname": "X", "name": "n"})
print(brace.format(record), logging.Formatter().format(record), logging.Formatter("$message!", style="$").format(record))
try:
    logging.Formatter("x", style="?")
except ValueError as error:
    print(type(error).__name__)
adapter = logging.LoggerAdapter(top, {"extra": "adapted"})
adapter.info("hello")
print(out.getvalue().splitlines()[-1])
