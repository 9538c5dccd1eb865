#!/usr/bin/python3
"""Walks through programs in `tsdbg dap` forwards and back at random: a state must equal that of the first visit.

usage: stepback.py [--json] [--show] [--walks N] [PATTERN...]
The programs are the cases of tests/conformance/divergence, eager and scripted. A walk starts where the one before has ended, takes
some steps into the next line and then some back, by stepBack or reverseContinue. The state of a stop is the stack of lines and the
value of each local variable, tensors with all elements. N is the number of walks in all (11,000). PATTERNs select cases.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse
import concurrent.futures
import os
import pathlib
import queue
import random
import re

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE))
sys.path.append(str(HERE.parent / "support"))
sys.path.append(str(HERE.parent / "protocol"))
from case_sample import Sample  # noqa: E402
from dap_client import Client, Failed  # noqa: E402
from divergence import CASES, cases_of  # noqa: E402
from group_report import GroupReport  # noqa: E402

SAMPLE = Sample(10)
ENGINES = ("eager", "script")
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
MOST_STEPS, MOST_BACK = 8, 4  # of a walk


def state_of(client):
    """The lines of all frames, and the variables of the innermost one."""
    frames = client.ask("stackTrace", threadId=1)["stackFrames"]
    names = sorted(name for name, one in client.variables(client.scope(frame=frames[0])).items() if one["type"] != "module" and name != "self")
    values = client.evaluate(f"[repr(one) for one in ({', '.join(names)},)]" if names else "[]", context="clipboard")
    return [(frame["name"], frame["line"]) for frame in frames], names, ADDRESS.sub("", values)


class Walker:
    """A session with one case, and the states of its visits so far."""

    def __init__(self, case, engine, seed):
        self.random = random.Random(seed)
        self.client = Client()
        self.client.ask("initialize", adapterID="torchscript")
        settings = {} if case.init is None else {"init": case.init}
        self.client.ask("launch", target=f"{case.path}:{case.name}", engines=[engine], stopOnEntry=True, inputs=case.inputs, **settings)
        self.client.ask("configurationDone")
        self.states, self.at = [], 0

    def start(self):
        """False when the case has no line to stop at."""
        if not self.client.stop():
            return False
        self.states = [state_of(self.client)]
        return True

    def arrive(self, at):
        """None, or what differs from the first visit."""
        self.at = at
        state = state_of(self.client)
        if at == len(self.states):
            self.states.append(state)
        if state == self.states[at]:
            return None
        return f"visit {at}: first {self.states[at]}, now {state}"

    def forward(self):
        """One step into the next line; the error, or "end" when the program has ended."""
        self.client.ask("stepIn", threadId=1)
        stop = self.client.stop()
        return self.arrive(self.at + 1) if stop else "end"

    def back(self):
        depth = len(self.states[self.at][0])
        if self.random.random() < 0.2:
            command, target = "reverseContinue", 0
        else:
            command = "stepBack"
            target = next(at for at in range(self.at - 1, -1, -1) if len(self.states[at][0]) <= depth)
        self.client.ask(command, threadId=1)
        if not self.client.stop():
            return f"{command} from visit {self.at} ends the program"
        return self.arrive(target)

    def walk(self):
        """None, "end", or a mistake."""
        for _ in range(self.random.randrange(1, MOST_STEPS)):
            if wrong := self.forward():
                return wrong
        for _ in range(self.random.randrange(1, MOST_BACK)):
            if self.at and (wrong := self.back()):
                return wrong
        return None


def walks_of(case, engine, count):
    """The number of walks, and the first mistake."""
    done, sessions = 0, 0
    while done < count:
        sessions += 1
        walker = Walker(case, engine, f"{case.name} {engine} {sessions}")
        with walker.client:
            try:
                if not walker.start():
                    return 0, None
                wrong = None
                while done < count and not wrong:
                    done += 1
                    wrong = walker.walk()
            except (Failed, EOFError, queue.Empty) as problem:
                wrong = f"{type(problem).__name__}: {problem}"
            if wrong and wrong != "end":
                return done, wrong
    return done, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--walks", type=int, default=11_000)
    parser.add_argument("patterns", nargs="*")
    args = parser.parse_args()
    cases = [case for path in sorted(CASES.glob("*.py")) for case in cases_of(path)]
    cases = [case for case in cases if not args.patterns or any(part in case.name for part in args.patterns)]
    runs = [(case, engine) for case in cases for engine in ENGINES]
    each = -(-args.walks // max(len(runs), 1))
    runs = SAMPLE.keep(runs, lambda run: f"{run[0].name} {run[1]}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda run: walks_of(*run, each), runs))
    report = GroupReport("stepback", "walks")
    for (case, engine), (count, wrong) in zip(runs, results):
        report.add(engine, case.name, count, wrong)
        if wrong and args.show:
            print(f"{case.name}, {engine}: {wrong}")
    passed, total, walks = report.tell(args.json)
    SAMPLE.tell()
    sys.exit(0 if walks and passed == total else 1)


if __name__ == "__main__":
    main()
