"""Runs a script under sys.settrace and prints its line events.

usage: settrace.py LIMIT SCRIPT [ARGUMENT...]
The program of tests/conformance/dap.py for CPython. Prints, on the descriptor in DAP_REFERENCE, one JSON array a line event in the
script's own file: [line, function, {name: text}] with the variables whose text both sides can print. Stops recording after LIMIT
events; the script goes on.
"""
import json
import math
import os
import sys
import tempfile
import types

LIMIT = int(sys.argv[1])
SCRIPT = os.path.abspath(sys.argv[2])
OUT = os.fdopen(int(os.environ["DAP_REFERENCE"]), "w")


def is_plain(value, depth=0):
    """True for values whose repr is the same in both interpreters."""
    kind = type(value)
    if kind in (int, bool, type(None), str):
        return True
    if kind is float:
        return math.isfinite(value)
    if kind in (list, tuple):
        return depth < 2 and len(value) <= 10 and all(is_plain(item, depth + 1) for item in value)
    if kind is dict:
        return depth < 2 and len(value) <= 10 and all(is_plain(one, depth + 1) for item in value.items() for one in item)
    return False


def text_of(value):
    if type(value).__name__ in ("Tensor", "Parameter"):
        return f"tensor {str(value.dtype).removeprefix('torch.')} {list(value.shape)}"
    if is_plain(value):
        text = repr(value)
        # The names of temporary folders differ.
        return text if len(text) <= 80 and text.isascii() and tempfile.gettempdir() not in text else None
    return None


def texts_of(variables):
    found = {}
    for name, value in list(variables.items()):
        if name.startswith(("__", ".")) or isinstance(value, types.ModuleType):
            continue
        text = text_of(value)
        if text is not None:
            found[name] = text
    return found


events = 0


def trace(frame, event, _):
    global events
    if frame.f_code.co_filename != SCRIPT:
        return None
    if event == "line":
        events += 1
        if events <= LIMIT:
            OUT.write(json.dumps([frame.f_lineno, frame.f_code.co_name, texts_of(frame.f_locals)]) + "\n")
        else:
            sys.settrace(None)
            return None
    return trace


with open(SCRIPT, encoding="utf-8") as text:
    code = compile(text.read(), SCRIPT, "exec")
sys.argv = sys.argv[2:]
sys.path[0] = os.path.dirname(SCRIPT)
module = types.ModuleType("__main__")
module.__file__ = SCRIPT
sys.modules["__main__"] = module
sys.settrace(trace)
try:
    exec(code, module.__dict__)
finally:
    sys.settrace(None)
    OUT.close()
