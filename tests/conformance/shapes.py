#!/usr/bin/python3
"""Checks the rules for shapes (TS9nnn) and for differences of scripts (TS8nnn) against PyTorch at run time.

usage: shapes.py [--json] [--show] [--recorded]
A case in shapes/*.py starts with a line

    #### VERDICT TARGET INPUTS

VERDICT is "good", or the rule that tscheck must report at the line that ends in "# here". For TS9nnn the scripted target
must raise on the inputs; for TS8nnn its text, type or value must differ from Python's. A good case must run, and tscheck
must report nothing. --recorded skips PyTorch.
"""
import argparse
import glob
import importlib.util
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.remove(HERE)  # its ast.py is a suite
CASE = re.compile(r"^#### (\S+) (\S+) (.+)\n", re.M)
numbers = itertools.count()


def cases():
    for path in sorted(glob.glob(os.path.join(HERE, "shapes", "*.py"))):
        with open(path, encoding="utf-8") as text:
            parts = CASE.split(text.read())
        yield from zip(*[iter(parts[1:])] * 4)


def reported(path):
    tscheck = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tscheck")
    done = subprocess.run([tscheck, "--roots=all", "--format=json", path], capture_output=True, text=True, timeout=20)
    return [(found["rule"], found["line"]) for found in map(json.loads, done.stdout.splitlines())]


def outcome(target, inputs, module, script):
    import torch
    called = eval(target, vars(module))
    called = torch.jit.script(called) if script else called
    try:
        return called(*eval(inputs, vars(module)))
    except Exception as error:
        return error


def check_with_torch(verdict, target, inputs, path):
    name = f"shape_case_{next(numbers)}"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    scripted = outcome(target, inputs, module, True)
    if verdict == "good":
        assert not isinstance(scripted, Exception), f"PyTorch raises: {str(scripted).splitlines()[-1]}"
    elif verdict.startswith("TS9"):
        assert isinstance(scripted, Exception), f"PyTorch gives {scripted}"
    else:
        eager = outcome(target, inputs, module, False)
        assert repr(eager) != repr(scripted), f"both give {eager!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--recorded", action="store_true")
    args = parser.parse_args()
    groups = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, (verdict, target, inputs, source) in enumerate(cases()):
            passed, total, fails = groups.setdefault(verdict, [0, 0, []])
            path = os.path.join(folder, f"case_{number}.py")
            with open(path, "w", encoding="utf-8") as out:
                out.write(source)
            marked = [(verdict, line) for line, text in enumerate(source.splitlines(), 1) if text.endswith("# here")]
            try:
                found = reported(path)
                assert found == marked, f"reported is {found}, wanted {marked}"
                if not args.recorded:
                    check_with_torch(verdict, target, inputs, path)
                groups[verdict][0] += 1
            except Exception as error:
                fails.append(f"{number} {target}")
                if args.show:
                    print(f"--- {verdict} {target}\n{source}--- {error}")
            groups[verdict][1] += 1
    for verdict, (passed, total, fails) in sorted(groups.items()):
        if args.json:
            print(json.dumps(dict(suite="shapes", group=verdict, passed=passed, total=total, fails=fails)))
        else:
            print(f"{verdict:6}  {passed:2} of {total:2}   {'; '.join(fails)}")
    sys.exit(1 if any(fails for _, _, fails in groups.values()) else 0)


if __name__ == "__main__":
    main()
