#!/usr/bin/python3
"""Compares our torch.nn with PyTorch: the modules that our evaluator creates, and their code from our compiler.

usage: nn.py [--json] [--show] [--table FILE] [CLASS...]
The cases are in nn_cases/*.py; each public class of torch.nn.modules must have a case. The suite compares the
text of each module, the names and shapes of its state, acceptance by the compiler, and the code of every
method. --show prints the differences; --table writes docs/torch-nn.md.
"""
import sys

sys.path.pop(0)  # this folder has scripts with the names of modules that PyTorch imports

import argparse  # noqa: E402
import difflib  # noqa: E402
import importlib.util  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import re  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../support"))
from known_failures import KnownFailures  # noqa: E402

BINARIES = os.environ.get("JITSCOPE_BIN", "build/release/bin")
TOPICS = ("basic", "activation", "loss", "rnn", "transformer")
if os.environ.get("VIRTUAL_ENV", "").endswith("torch-2.6"):  # as ./dev sets it
    TOPICS += ("new_in_2_6",)
GROUPS = ("text and state", "accept or reject", "code of all methods")
# The names in scope of the cases; record_nn.py defines the same names.
NAMES = """
import torch
import torch.nn.functional as F
from collections import OrderedDict
from torch import nn
"""
PRINTER = """
def show(number, make):
    try:
        module = make()
        state = [[name, list(value.shape)] for name, value in module.state_dict().items()
                 if not isinstance(value, nn.parameter.UninitializedTensorMixin)]
        print(number, [repr(module), state])
    except Exception as error:
        print(number, ["error", type(error).__name__])
"""


def all_cases(wanted):
    found = []
    for topic in TOPICS:
        spec = importlib.util.spec_from_file_location(topic, os.path.join(HERE, "nn_cases", topic + ".py"))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found += [(case[0], case[1]) for case in module.CASES if not wanted or case[0] in wanted]
    return list(dict.fromkeys(found))


def reference(constructors):
    """The public classes of torch.nn.modules, and record_nn.py's answer to each constructor."""
    done = subprocess.run(["/usr/bin/python3", os.path.join(HERE, "..", "oracle", "record_nn.py")],
                          input="".join(line + "\n" for line in constructors), capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(constructors) + 1:
        sys.exit(f"record_nn.py ended with {done.returncode}: {done.stderr[-2000:]}")
    for answer in answers[1:]:
        if "codes" in answer:
            answer["codes"] = unmangled(answer["codes"])
    return answers[0], answers[1:]


def texts(constructors, folder):
    """Our evaluator's output by the number of the constructor. A constructor that prints nothing has no entry."""
    path = os.path.join(folder, "print_cases.py")
    with open(path, "w", encoding="utf-8") as out:
        out.write(NAMES + PRINTER)
        out.writelines(f"show({i}, lambda: {text})\n" for i, text in enumerate(constructors))
    done = subprocess.run([os.path.join(BINARIES, "python_run"), path], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"python_run ended with {done.returncode}: {done.stderr[-2000:]}")
    found = (line.partition(" ") for line in done.stdout.splitlines())
    return {int(number): text for number, _, text in found}


def compilations(constructors, folder):
    """Our compiler's answer to each constructor."""
    path = os.path.join(folder, "nn_cases.py")
    with open(path, "w", encoding="utf-8") as out:
        out.write(NAMES)
        out.writelines(f"def case_{i}():\n    return {text}\n" for i, text in enumerate(constructors))
    asked = "".join(f"{path}:case_{i}()\n" for i in range(len(constructors)))
    program = os.path.join(BINARIES, "compile_batch")
    done = subprocess.run([program], input=asked, capture_output=True, text=True)
    compiled = [json.loads(line) for line in done.stdout.splitlines()]
    if len(compiled) != len(constructors):
        sys.exit(f"compile_batch ended with {done.returncode} at {constructors[len(compiled)]}")
    for answer in compiled:
        answer["codes"] = unmangled(answer["codes"]) if "codes" in answer else None
    return compiled


def unmangled(codes):
    """The codes without the numbers of mangled names, which depend on earlier compilations in the process."""
    return {name: re.sub(r"___torch_mangle_\d+\.", "", code) for name, code in codes.items()}


def judge(theirs, shown, compiled):
    """{group: passed} of the groups in which the case counts."""
    if "error" in theirs:
        return {"text and state": shown == repr(["error", theirs["error"]])}
    verdicts = {"text and state": shown == repr([theirs["text"], theirs["state"]])}
    errors = [d for d in compiled.get("diagnostics", []) if d["severity"] == "error"]
    # Only a diagnostic of severity error is a rejection. A module without forward is accepted: it has other methods.
    accepted = not errors and compiled["codes"] is not None
    verdicts["accept or reject"] = accepted if "codes" in theirs else bool(errors)
    if accepted and "codes" in theirs:
        verdicts["code of all methods"] = compiled["codes"] == theirs["codes"]
    return verdicts


def show(constructor, theirs, shown, compiled, failed):
    print(f"--- {constructor}: {', '.join(failed)}")
    if "text and state" in failed:
        expected = theirs.get("error") or [theirs["text"], theirs["state"]]
        print(f"    PyTorch: {expected}\n    ours:    {shown}")
    if "accept or reject" in failed:
        print(f"    PyTorch: {theirs.get('rejected', 'accepted')}")
        found = [(d.get("file"), d.get("line"), d["message"]) for d in compiled["diagnostics"][:2]]
        print(f"    ours:    {compiled.get('error')} {found}")
    if "code of all methods" in failed:
        for name in sorted(theirs["codes"].keys() | compiled["codes"].keys()):
            a, b = theirs["codes"].get(name, ""), compiled["codes"].get(name, "")
            if a != b:
                print("\n".join(difflib.unified_diff(a.split("\n"), b.split("\n"), f"PyTorch {name}", "ours",
                                                     lineterm="", n=2)))


def cell(text):
    return text.replace("|", "\\|")


PAGE = """# Modules of torch.nn

This page compares the classes of torch.nn.modules with PyTorch 1.13. Our evaluator creates the instances and our
compiler scripts them. A case is a class with arguments. A case is equal if all of these are equal:

- the module's `repr()`, and the names and shapes of its state; or, if the constructor raises, the class of the
  exception;
- acceptance by `torch.jit.script`;
- `.code` of each method of the module and its submodules, without the numbers in mangled names, which depend on
  earlier compilations in the process.

%d of %d public classes are equal in all cases. `tests/conformance/nn.py --table` writes this page; the cases are in
`tests/conformance/nn_cases/`.
"""


def write_table(path, public, rows):
    """Writes the page that lists the classes: public classes first, then all others with cases."""
    def table(names):
        lines = ["", "| name | cases | equal | differences |", "| --- | --- | --- | --- |"]
        for name in sorted(names):
            equal, count, differs = rows[name]
            why = "; ".join(f"`{cell(constructor)}`: {', '.join(failed)}" for constructor, failed in differs)
            lines.append(f"| {name} | {count} | {equal} | {why or 'none'} |")
        return "\n".join(lines) + "\n"

    known = rows.keys() & set(public)
    whole = sum(rows[name][0] == rows[name][1] for name in known)
    with open(path, "w", encoding="utf-8") as out:
        out.write(PAGE % (whole, len(public)))
        out.write("\n## Public classes\n" + table(known))
        out.write("\n## Further classes, and modules changed by torch.nn.utils\n")
        out.write(table(rows.keys() - known))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--table", metavar="FILE")
    parser.add_argument("classes", nargs="*")
    args = parser.parse_args()
    cases = all_cases(args.classes)
    constructors = [constructor for _, constructor in cases]
    groups = {group: [0, 0, []] for group in GROUPS}
    known = KnownFailures.of("nn")
    rows = {}  # name of a class: equal cases, cases, (constructor, groups) of the others
    public, answers = reference(constructors)
    with tempfile.TemporaryDirectory() as folder:
        shown_cases = texts(constructors, folder)
        compiled_cases = compilations(constructors, folder)
    for number, (name, constructor) in enumerate(cases):
        theirs, shown, compiled = answers[number], shown_cases.get(number, ""), compiled_cases[number]
        verdicts = judge(theirs, shown, compiled)
        failed = [group for group, passed in verdicts.items() if not passed]
        row = rows.setdefault(name, [0, 0, []])
        row[0] += not failed
        row[1] += 1
        if failed:
            row[2].append((constructor, failed))
        for group, passed in verdicts.items():
            known.judge(group, constructor, passed)
            groups[group][0] += passed
            groups[group][1] += 1
            if not passed:
                groups[group][2].append(constructor)
        if failed and args.show:
            show(constructor, theirs, shown, compiled, failed)
    if args.classes:
        public = [name for name in public if name in rows]
    # A public class without a case does not count as equal.
    whole = [name for name in public if name in rows and rows[name][0] == rows[name][1]]
    groups["public classes, all cases"] = [len(whole), len(public), sorted(set(public) - set(whole))]
    missing = sorted(set(public) - rows.keys())
    groups["public classes with cases"] = [len(public) - len(missing), len(public), missing]
    if args.table:
        write_table(args.table, public, rows)
    for group, (passed, total, fails) in groups.items():
        if args.json:
            print(json.dumps(dict(suite="nn", group=group, passed=passed, total=total, fails=fails)))
        else:
            more = " ..." if len(fails) > 6 else ""
            print(f"{group:28} {passed:4} of {total:4}   {' '.join(fails[:6])}{more}")
    sys.exit(0 if known.tell(whole=not args.classes) and not missing else 1)


if __name__ == "__main__":
    main()
