"""Imports modules of a code base in real PyTorch, and prints for each function that torch.jit.script compiled how that ended.

usage: judge.py ROOT MODULE...    (dotted names; ROOT is the folder that they are imported from)

A line of the output is a JSON object: `file`, `first` and `last` line of a function, and `outcome`: "accepted" when every call of
torch.jit.script that compiled it succeeded, else the error; or `module` and `error` for a module that cannot be imported.
"""
import sys

sys.path.pop(0)  # this folder has a script with the name of a module that packages may import

import importlib  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import signal  # noqa: E402
import warnings  # noqa: E402

import torch  # noqa: E402
import torch.jit.frontend as frontend  # noqa: E402

SECONDS_FOR_A_MODULE = 60
parsed = []  # (file, first line, last line) of each function that the running call has parsed
outcomes = {}
depth = 0
parse_def, script = frontend.parse_def, torch.jit.script


def record_parsed(function):
    definition = parse_def(function)
    first = definition.file_lineno
    parsed.append((definition.filename, first, first + definition.source.count("\n")))
    return definition


def record_script(object, *args, **kwargs):
    """As torch.jit.script. Where that raises, the module goes on with the unscripted object."""
    global depth
    depth += 1
    start = len(parsed)
    try:
        result, outcome = script(object, *args, **kwargs), "accepted"
    except Exception as error:
        if depth > 1:
            raise
        result, outcome = object, f"{type(error).__name__}: {error}".strip()
    finally:
        depth -= 1
    if depth == 0:
        for function in parsed[start:]:
            if outcomes.get(function, "accepted") == "accepted":
                outcomes[function] = outcome
        del parsed[start:]
    return result


def main():
    root, modules = os.path.abspath(sys.argv[1]), sys.argv[2:]
    sys.path.insert(0, root)
    os.chdir(root)
    warnings.simplefilter("ignore")
    frontend.parse_def, torch.jit.script = record_parsed, record_script
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # the modules may print

    def stop(*_):
        raise TimeoutError(f"more than {SECONDS_FOR_A_MODULE} seconds")

    signal.signal(signal.SIGALRM, stop)
    for name in modules:
        signal.alarm(SECONDS_FOR_A_MODULE)
        try:
            importlib.import_module(name)
        except BaseException as error:
            print(json.dumps({"module": name, "error": f"{type(error).__name__}: {error}"[:200]}), file=out)
        finally:
            signal.alarm(0)
    for (file, first, last), outcome in outcomes.items():
        print(json.dumps({"file": file, "first": first, "last": last, "outcome": outcome[:2000]}), file=out)
    out.flush()
    os._exit(0)  # threads of the modules do not hold the answer back


main()
