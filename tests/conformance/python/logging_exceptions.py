import logging
from io import StringIO

out = StringIO()
log = logging.getLogger("exceptions")
log.propagate = False
handler = logging.StreamHandler(out)
handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
log.addHandler(handler)
try:
    1 / 0
except ZeroDivisionError:
    log.exception("failed %s", "here")
lines = out.getvalue().splitlines()
print(lines[0], lines[-1])
log.warning("no args %s")
log.warning("%d%%", 5)
log.debug("hidden")
print(out.getvalue().splitlines()[-2:])
