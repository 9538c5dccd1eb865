#!/usr/bin/python3
"""Measures `tsdbg dap` and debugpy on the same program: the first stop, steps, a condition in a hot loop, breakpoints that are not hit.

usage: debug.py [--json]
Both adapters speak the same protocol to the same client. The last row compares `tsdbg dap`, with breakpoints that the program does
not reach, with `tsdbg run`: 1 is full speed.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "protocol"))
import dap_client  # noqa: E402
from dap_client import TSDBG, Client  # noqa: E402

DEBUGPY = ("/usr/bin/python3", "-m", "debugpy.adapter")
OURS = (TSDBG, "dap")
STEPS = 100
ROUNDS = 20_000
RUNS = 3

PROGRAM = f"""\
import torch


def work(rounds):
    total = 0
    for i in range(rounds):
        total += i % 7
    return total


def never():
    return torch.ones(1)


x = torch.ones(2)
y = x + 1
print(work({ROUNDS}))
"""
FIRST, LOOP, NEVER = 15, 7, 12

# Work for a second or so; the breakpoint is in a function that does not run.
BUSY = """\
def never():
    return 1


def work(rounds):
    total = 0
    for i in range(rounds):
        if i % 3 == 0:
            total += i
        else:
            total -= 1
    return total


for _ in range(40):
    work(200_000)
"""


class Session:
    """A client, and the seconds from the start of the adapter to the first stop."""

    def __init__(self, command, program, breakpoints):
        start = time.perf_counter()
        self.client = client = Client(command=command)
        client.ask("initialize", adapterID="bench", linesStartAt1=True, columnsStartAt1=True, pathFormat="path")
        launch = client.start("launch", {"program": str(program), "console": "internalConsole", "type": "python", "request": "launch",
                                         "python": ["/usr/bin/python3"], "subProcess": False})
        client.event("initialized")  # debugpy sends it before it answers `launch`
        client.ask("setBreakpoints", source={"path": str(program)}, breakpoints=breakpoints)
        client.ask("setExceptionBreakpoints", filters=[])
        configured = client.start("configurationDone", {})
        client.answer(configured)
        client.answer(launch)
        self.stopped = client.event("stopped", "terminated")
        self.seconds = time.perf_counter() - start

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.client.__exit__(*arguments)

    def resume(self, command):
        self.client.ask(command, threadId=self.stopped["body"]["threadId"])
        self.stopped = self.client.event("stopped", "terminated")


def first_stop(command, program):
    with Session(command, program, [{"line": FIRST}]) as session:
        return session.seconds


def steps(command, program):
    """Seconds for one step in a loop, with the stack's top frame after it, as an editor asks."""
    with Session(command, program, [{"line": LOOP}]) as session:
        session.client.ask("setBreakpoints", source={"path": str(program)}, breakpoints=[])
        start = time.perf_counter()
        for _ in range(STEPS):
            session.resume("next")
            session.client.ask("stackTrace", threadId=session.stopped["body"]["threadId"], startFrame=0, levels=1)
        return (time.perf_counter() - start) / STEPS


def condition(command, program):
    """Seconds from a stop before a hot loop to the stop in its last round."""
    with Session(command, program, [{"line": FIRST}, {"line": LOOP, "condition": f"i == {ROUNDS - 1}"}]) as session:
        start = time.perf_counter()
        session.resume("continue")
        if session.stopped["event"] != "stopped":
            sys.exit(f"{command[0]} did not stop at the condition")
        return time.perf_counter() - start


def free_run(program):
    """Seconds of a program in `tsdbg dap` with a breakpoint that is not hit, and in `tsdbg run`."""
    with Session(OURS, program, [{"line": 2}]) as session:
        debugged = session.seconds
    start = time.perf_counter()
    subprocess.run([TSDBG, "run", str(program)], check=True)
    return debugged, time.perf_counter() - start


def best(measure, *arguments):
    return min(measure(*arguments) for _ in range(RUNS))


def rows(program, busy):
    for title, measure, scale, unit in (("start to the first stop", first_stop, 1e3, "ms"), ("a step", steps, 1e6, "us"),
                                        ("a condition in a loop of 20,000 rounds", condition, 1e3, "ms")):
        yield title, best(measure, OURS, program) * scale, best(measure, DEBUGPY, program) * scale, 10, unit
    debugged, plain = (min(times) for times in zip(*(free_run(busy) for _ in range(RUNS))))
    yield "breakpoints that are not hit", debugged * 1e3, plain * 1e3, 0.8, "ms"


def main():
    dap_client.PATIENCE = 120
    ok = True
    with tempfile.TemporaryDirectory() as folder:
        program, busy = pathlib.Path(folder, "program.py"), pathlib.Path(folder, "busy.py")
        program.write_text(PROGRAM, encoding="utf-8")
        busy.write_text(BUSY, encoding="utf-8")
        for title, mine, theirs, wanted, unit in rows(program, busy):
            ratio = theirs / mine
            ok &= ratio >= wanted
            if "--json" in sys.argv:
                print(json.dumps(dict(name=title, ours=mine, reference=theirs, ratio=ratio, unit=unit)), flush=True)
            else:
                print(f"{title:38} {mine:9.2f} {unit} against {theirs:9.2f} {unit}, {ratio:6.2f} times better"
                      f"{'' if ratio >= wanted else f', less than {wanted:.2f}'}", flush=True)
    sys.exit(not ok)


if __name__ == "__main__":
    main()
