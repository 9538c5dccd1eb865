#!/usr/bin/python3
"""Attacks the programs with inputs that a hostile workspace, archive or web page may contain.

For each input: no signal, no more than 10 s of the processor and 500 MB, the right exit status. The groups:
builtins   every method and function of Python's built-ins on large values, until a limit ends it
programs   random Python programs that grow values
imports    modules that import each other in random ways
sources    programs of the oracle with tokens exchanged
growth     types, modules and graphs that grow exponentially with their text
files      devices and pipes in the place of files
outputs    a full disk
archives   damaged and hostile .pt files
graphs     damaged IR text
operators  100,000 calls of PyTorch's operators with hostile arguments, while checking and while running
server     tsls: all programs in one session, thousands of documents, bytes that are not LSP

    attack.py [--json] [--jobs N] [--only GROUP] [--sanitized] [--seed N]

--sanitized: the programs are built with sanitizers, which make them 20 to 40 times slower: 300 s, no limit on memory, a quarter
of the groups builtins and programs, and builtins calls each function a few times only, because a sanitizer finds its errors in
the first calls.
JITSCOPE_BIN is the folder of the built programs. Exits with 1 when any input fails.
"""
import argparse
import itertools
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:1] = [os.path.join(HERE, "attack"), os.path.dirname(HERE)]  # this folder has an ast.py
import cases  # noqa: E402
import files  # noqa: E402
import operators  # noqa: E402
import programs  # noqa: E402
import server  # noqa: E402
from support.case_sample import Sample  # noqa: E402

SHARE = 25  # of which CI runs one
RUNNERS = {"operators": operators.run}  # of the other groups: cases.run


def oracle_sources():
    with open(os.path.join(HERE, "../oracle/cases.jsonl")) as file:
        return [json.loads(line)["source"] for line in file]


def oracle_graphs():
    with open(os.path.join(HERE, "../oracle/cases.jsonl")) as file:
        return [graph for line in file if (graph := json.loads(line).get("graph"))]


def all_cases(sanitized, seed):
    loop = "for i in range(3):" if sanitized else "while True:"
    builtins = programs.walk_builtins(loop)
    return itertools.chain(
        itertools.islice(builtins, 0, None, 4) if sanitized else builtins, programs.random_programs(100 if sanitized else 400), programs.import_graphs(150),
        programs.mutated(oracle_sources(), 400), programs.growth(), files.special_files(), files.outputs(), files.archives(400, os.path.join(HERE, "../fuzz/corpus/archive")),
        files.graphs(600, oracle_graphs()), operators.hostile_calls(2_000 if sanitized else 100_000, seed))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", metavar="GROUP")
    parser.add_argument("--sanitized", action="store_true")
    parser.add_argument("--seed", type=int, default=1, help="of the calls of operators")
    arguments = parser.parse_args()

    cases.forbid_core_files()
    sample = Sample(SHARE)
    kept = sample.keep(all_cases(arguments.sanitized, arguments.seed), lambda case: f"{case.group} {case.name}")
    chosen = [case for case in kept if arguments.only in case.group]
    results = {}
    with ThreadPoolExecutor(arguments.jobs) as pool:
        outcomes = pool.map(lambda case: RUNNERS.get(case.group, cases.run)(case, arguments.sanitized), chosen)
        for case, outcome in zip(chosen, outcomes):
            results.setdefault(case.group, []).append((case.name, outcome))
            if outcome.problem:
                print(f"{case.group} {case.name}: {outcome.problem}", file=sys.stderr, flush=True)
    if arguments.only in "server":
        results["server"] = [(name, run(arguments.sanitized)) for name, run in server.ATTACKS.items()]

    fine = True
    for group, entries in results.items():
        failed = [(name, outcome.problem) for name, outcome in entries if outcome.problem]
        fine = fine and not failed
        slowest = max(entries, key=lambda entry: entry[1].seconds)
        largest = max(entries, key=lambda entry: entry[1].megabytes)
        if arguments.json:
            print(json.dumps({"suite": "attack", "group": group, "passed": len(entries) - len(failed), "total": len(entries),
                              "fails": [name for name, _ in failed]}))
            continue
        print(f"{group:10} {len(entries) - len(failed):5} of {len(entries):5}   slowest {slowest[1].seconds:5.2f} s ({slowest[0]}), "
              f"largest {largest[1].megabytes:4.0f} MB ({largest[0]})")
        for name, problem in failed:
            print(f"  {name}: {problem}")
    sample.tell()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
