#!/usr/bin/python3
"""Builds and scripts every model of the installed torchvision, and compares the code of every method with PyTorch's.

usage: torchvision.py [--json] [--recorded] [--show FOLDER] [MODEL...]
For each model, the suite compares a digest of the .code of each method of each submodule, and the number of nodes of the inlined
graph. tests/oracle/record_torchvision.py gets PyTorch's answers in the same run; --recorded reads them from
tests/oracle/torchvision.jsonl. --show prints the methods that differ from the codes in FOLDER, which
record_torchvision.py --full has written.
"""
import sys

sys.path.pop(0)  # this file would hide the package torchvision

import argparse  # noqa: E402
import difflib  # noqa: E402
import hashlib  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import re  # noqa: E402
import subprocess  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../support"))
import torchvision_models  # noqa: E402
from case_sample import Sample  # noqa: E402
from known_failures import KnownFailures  # noqa: E402
from torchvision_models import SOURCES, target  # noqa: E402

SAMPLE = Sample(3)
RECORDER = os.path.join(HERE, "..", "oracle", "record_torchvision.py")
GROUPS = ("built and scripted", "code of all methods", "nodes of the inlined graph")


def recorded(models):
    return SAMPLE.keep(torchvision_models.recorded(models), lambda record: record["model"])


def recorded_now(models):
    if SAMPLE:
        models = [record["model"] for record in recorded(models)]
    done = subprocess.run(["/usr/bin/python3", RECORDER, *models], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"record_torchvision.py failed: {done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def answers(records):
    """Yields our answers one by one, because together they are a gigabyte of code."""
    batch = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "compile_batch")
    running = None
    for record in records:
        if running is None:
            running = subprocess.Popen([batch], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        running.stdin.write(target(record) + "\n")
        running.stdin.flush()
        line = running.stdout.readline()
        if line:
            yield json.loads(line)
        else:
            yield dict(ok=False, error=f"compile_batch ended with {running.wait()}")
            running = None


def digest(code):
    """The digest of a code, as in record_torchvision.py: without the numbers of mangled names, which depend on the process."""
    return hashlib.sha256(re.sub(r"(___torch_mangle_)\d+", r"\1", code).encode()).hexdigest()[:16]


def differences(record, ours):
    """The methods whose code differs, or which only one side has."""
    codes = {name: digest(code) for name, code in ours.get("codes", {}).items()}
    theirs = record["codes"]
    return sorted(name for name in codes.keys() | theirs.keys() if codes.get(name) != theirs.get(name))


def show(record, ours, names, folder):
    with open(os.path.join(folder, record["model"] + ".json"), encoding="utf-8") as file:
        theirs = json.load(file)
    for name in names[:5]:
        print(f"--- {record['model']}: {name}")
        lines = difflib.unified_diff(theirs.get(name, "").split("\n"), ours.get("codes", {}).get(name, "").split("\n"),
                                     "PyTorch", "ours", lineterm="", n=3)
        print("\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--recorded", action="store_true")
    parser.add_argument("--show", metavar="FOLDER")
    parser.add_argument("models", nargs="*")
    args = parser.parse_args()
    if not os.path.isdir(SOURCES):
        print(f"torchvision is not installed: {SOURCES} does not exist")
        sys.exit(77)
    records = (recorded if args.recorded else recorded_now)(args.models)
    groups = {group: [0, []] for group in GROUPS}
    known = KnownFailures.of("torchvision")
    for record, ours in zip(records, answers(records)):
        errors = [d for d in ours.get("diagnostics", []) if d["severity"] == "error"]
        scripted = ours["ok"] and not errors and not ours.get("error")
        differing = differences(record, ours)
        verdicts = [scripted, scripted and not differing, scripted and ours["nodes"] == record["nodes"]]
        for (group, counted), passed in zip(groups.items(), verdicts):
            known.judge(group, record["model"], passed)
            counted[0] += passed
            if not passed:
                counted[1].append(record["model"])
        if args.show and not all(verdicts):
            why = ours.get("error") or "; ".join(f"{d.get('file')}:{d.get('line')}: {d['message']}" for d in errors[:3])
            print(f"=== {record['model']}: {len(differing)} methods differ, {ours.get('nodes')} nodes against {record['nodes']}; {why}")
            show(record, ours, differing, args.show)
    for group, (passed, fails) in groups.items():
        if args.json:
            print(json.dumps(dict(suite="torchvision", group=group, passed=passed, total=len(records), fails=fails)))
        else:
            print(f"{group:28} {passed:4} of {len(records):4}   {' '.join(fails[:12])}{' ...' if len(fails) > 12 else ''}")
    SAMPLE.tell()
    sys.exit(0 if known.tell(whole=not SAMPLE and not args.models) else 1)


if __name__ == "__main__":
    main()
