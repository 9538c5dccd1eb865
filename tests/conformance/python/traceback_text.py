import traceback
from io import StringIO


class Own(Exception):
    pass


for error in (ValueError("x"), KeyError("k"), Own(), Own("a", 1)):
    print(traceback.format_exception_only(error), traceback.format_exception_only(type(error), error))
print(traceback.format_exception(ValueError("plain")))
cause = Own("outer")
cause.__cause__ = ValueError("inner")
print("".join(traceback.format_exception(cause)))
noted = ValueError("noted")
noted.add_note("a note")
print(traceback.format_exception_only(noted))
try:
    raise ValueError("raised")
except ValueError:
    lines = traceback.format_exc().splitlines()
    print(lines[0], lines[-1])
    out = StringIO()
    traceback.print_exc(file=out)
    print(out.getvalue().splitlines()[-1])
print(traceback.format_list([("f.py", 3, "g", "code  ")]), list(traceback.TracebackException.from_exception(ValueError("t")).format_exception_only()))
