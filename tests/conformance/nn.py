#!/usr/bin/python3
"""Hold our torch.nn, as our evaluator makes its modules and our compiler scripts them, against the installed PyTorch.

usage: nn.py [--json] [--show] [--table FILE] [CLASS...]
The cases are those of nn_cases/*.py. Compared are the text of each module, the names and shapes of its state, whether it can be
scripted, and the code of every method. --show prints what differs; --table writes the page that lists the classes.
"""
import sys

sys.path.pop(0)  # this folder has scripts with the names of modules that PyTorch wants

import argparse  # noqa: E402
import difflib  # noqa: E402
import importlib.util  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import re  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
BINARIES = os.environ.get("JITSCOPE_BIN", "build/release/bin")
TOPICS = ("basic", "activation", "loss", "rnn", "transformer")
GROUPS = ("text and state", "accept or reject", "code of all methods")
GOAL = 0.95
# What the cases may name; record_nn.py gives them the same.
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
    """The public classes of torch.nn.modules, and the answer of record_nn.py to each constructor."""
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
    """What our evaluator prints for each constructor; what it can't print is missing."""
    path = os.path.join(folder, "print_cases.py")
    with open(path, "w", encoding="utf-8") as out:
        out.write(NAMES + PRINTER + "".join(f"show({i}, lambda: {text})\n" for i, text in enumerate(constructors)))
    done = subprocess.run([os.path.join(BINARIES, "python_run"), path], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"python_run ended with {done.returncode}: {done.stderr[-2000:]}")
    found = (line.partition(" ") for line in done.stdout.splitlines())
    return {int(number): text for number, _, text in found}


def compilations(constructors, folder):
    """What our compiler answers to each constructor."""
    path = os.path.join(folder, "nn_cases.py")
    with open(path, "w", encoding="utf-8") as out:
        out.write(NAMES + "".join(f"def case_{i}():\n    return {text}\n" for i, text in enumerate(constructors)))
    asked = "".join(f"{path}:case_{i}()\n" for i in range(len(constructors)))
    done = subprocess.run([os.path.join(BINARIES, "compile_batch")], input=asked, capture_output=True, text=True)
    compiled = [json.loads(line) for line in done.stdout.splitlines()]
    if len(compiled) != len(constructors):
        sys.exit(f"compile_batch ended with {done.returncode} at {constructors[len(compiled)]}")
    for answer in compiled:
        answer["codes"] = unmangled(answer["codes"]) if "codes" in answer else None
    return compiled


def unmangled(codes):
    """Which number a mangled name has depends on what the process compiled before."""
    return {name: re.sub(r"___torch_mangle_\d+\.", "", code) for name, code in codes.items()}


def judge(theirs, shown, compiled):
    """Groups in which the case counts, and whether it passes there."""
    if "error" in theirs:
        return {"text and state": shown == repr(["error", theirs["error"]])}
    verdicts = {"text and state": shown == repr([theirs["text"], theirs["state"]])}
    errors = [d for d in compiled.get("diagnostics", []) if d["severity"] == "error"]
    # A module without forward has methods all the same: what can't be shown is no rejection.
    accepted = not errors and compiled["codes"] is not None
    verdicts["accept or reject"] = accepted == ("codes" in theirs)
    if accepted and "codes" in theirs:
        verdicts["code of all methods"] = compiled["codes"] == theirs["codes"]
    return verdicts


def show(constructor, theirs, shown, compiled, failed):
    print(f"--- {constructor}: {', '.join(failed)}")
    if "text and state" in failed:
        print(f"    PyTorch: {theirs.get('error') or [theirs['text'], theirs['state']]}\n    ours:    {shown}")
    if "accept or reject" in failed:
        print(f"    PyTorch: {theirs.get('rejected', 'accepted')}")
        print(f"    ours: {compiled.get('error')} {[(d.get('file'), d.get('line'), d['message']) for d in compiled['diagnostics'][:2]]}")
    if "code of all methods" in failed:
        for name in sorted(theirs["codes"].keys() | compiled["codes"].keys()):
            a, b = theirs["codes"].get(name, ""), compiled["codes"].get(name, "")
            if a != b:
                print("\n".join(difflib.unified_diff(a.split("\n"), b.split("\n"), f"PyTorch {name}", "ours", lineterm="", n=2)))


def write_table(path, rows):
    """The page that lists the classes: how many cases of each are equal in everything that counts for it."""
    with open(path, "w", encoding="utf-8") as out:
        out.write("# Modules of torch.nn\n\nWritten by `tests/conformance/nn.py --table`: how many of the cases of a class are equal to PyTorch 1.13 in"
                  "\ntext, state, verdict and the code of all methods; and what differs.\n\n| class | equal | cases | differs in |\n| --- | --- | --- | --- |\n")
        for name, (equal, count, differs) in sorted(rows.items()):
            out.write(f"| {name} | {equal} | {count} | {', '.join(sorted(differs))} |\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--table", metavar="FILE")
    parser.add_argument("classes", nargs="*")
    args = parser.parse_args()
    cases = all_cases(args.classes)
    constructors = [constructor for _, constructor in cases]
    groups = {group: [0, 0, []] for group in GROUPS}
    rows = {}
    public, answers = reference(constructors)
    with tempfile.TemporaryDirectory() as folder:
        shown_by_number = texts(constructors, folder)
        compiled_cases = compilations(constructors, folder)
    for number, ((name, constructor), theirs, compiled) in enumerate(zip(cases, answers, compiled_cases)):
            shown = shown_by_number.get(number, "")
            verdicts = judge(theirs, shown, compiled)
            failed = [group for group, passed in verdicts.items() if not passed]
            row = rows.setdefault(name, [0, 0, set()])
            row[0] += not failed
            row[1] += 1
            row[2] |= set(failed)
            for group, passed in verdicts.items():
                groups[group][0] += passed
                groups[group][1] += 1
                if not passed:
                    groups[group][2].append(constructor)
            if failed and args.show:
                show(constructor, theirs, shown, compiled, failed)
    whole = [name for name, (equal, count, _) in rows.items() if equal == count]
    groups["classes equal in everything"] = [len(whole), len(rows), sorted(rows.keys() - set(whole))]
    if args.table:
        write_table(args.table, rows)
    ok = True
    for group, (passed, total, fails) in groups.items():
        ok &= passed >= GOAL * total
        if args.json:
            print(json.dumps(dict(suite="nn", group=group, passed=passed, total=total, fails=fails)))
        else:
            print(f"{group:28} {passed:4} of {total:4}   {' '.join(fails[:6])}{' ...' if len(fails) > 6 else ''}")
    sys.exit(0 if ok else 1)


if __name__ == "__main__":
    main()
