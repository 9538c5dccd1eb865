#!/usr/bin/python3
"""Debugs a model in many sessions of `tsdbg dap` with random launches, requests and arguments.

    debugger.py [MINUTES] [--seed N] [--patience SECONDS]

JITSCOPE_BIN is the folder of the built programs. Exits with 1 when an adapter ends, a request has no answer in time, or a message is
invalid under the protocol's schema.
"""

import argparse
import collections
import os
import pathlib
import queue
import random
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/protocol"))
import dap_client  # noqa: E402
import dap_types  # noqa: E402

MODEL = """\
import torch


class CondModel(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.factor = 2

    def helper(self, x):
        doubled = x * 2
        return doubled + self.factor

    def forward(self, x):
        total = x
        for i in range(3):
            total = total + i
        if total.sum() > 0:
            out = self.helper(total)
        else:
            out = -total
        return self.linear(out)


if __name__ == "__main__":
    print(torch.jit.script(CondModel())(torch.ones(2, 3)))
"""
REQUESTS = ("continue next next stepIn stepIn stepOut stepBack reverseContinue pause stackTrace stackTrace scopes scopes variables variables "
            "evaluate setVariable setExpression setBreakpoints setFunctionBreakpoints setExceptionBreakpoints exceptionInfo threads "
            "completions loadedSources source breakpointLocations dataBreakpointInfo setDataBreakpoints setInstructionBreakpoints "
            "disassemble readMemory restartFrame continueInEager stepInTargets gotoTargets goto modules graphState compareFrames "
            "terminate unknown").split()
EXPRESSIONS = ["x", "total.sum()", "self.factor", "self", "(", "", "x = 5", "self.factor = 9", "del x", "[i for i in range(10**9)]",
               "torch.zeros(10**12)", "'a' * 10**12", "while True: pass", "import missing", "raise KeyError", "exit()", "\0", "x" * 100_000]
ENGINES = [["eager"], ["script"], ["trace"], ["eager", "script"], ["eager", "script", "trace"], ["script", "compiled"]]
LINES = MODEL.count("\n") + 3
MOST_REQUESTS = 60  # of a session


class Session:
    def __init__(self, chosen, path, counts):
        self.random, self.path, self.counts = chosen, path, counts
        self.client = dap_client.Client(validate=dap_types.problem)
        self.frames, self.references = [1], [1]
        self.addresses, self.memories = ["0x0"], ["1"]
        self.sent = []  # all requests, for the report of a failure

    def launch(self):
        client, flip = self.client, lambda: self.random.random() < 0.8
        client.ask("initialize", adapterID="torchscript")
        settings = dict(stopOnEntry=flip(), justMyCode=flip())
        if flip():
            settings.update(target=f"{self.path}:CondModel", inputs="torch.ones(2, 3)", lockStep=flip(),
                            engines=self.random.choice(ENGINES), example=self.random.choice(["torch.ones(2, 3)", "-9 * torch.ones(2, 3)"]))
        else:
            settings.update(program=str(self.path), record=flip())
        self.sent.append(f"launch {settings}")
        client.ask("launch", **settings)
        client.ask("setExceptionBreakpoints", filters=self.random.choice([[], ["raised", "divergence"], ["nan", "tracer"]]))
        client.ask("configurationDone")

    def breakpoints(self):
        rules = [{}, {"condition": "i == 1"}, {"condition": "("}, {"condition": "[i for i in range(10**9)]"}, {"logMessage": "{x.sum()}"},
                 {"hitCondition": "% 2"}, {"hitCondition": "x"}]
        return [{"line": self.random.randrange(-1, LINES), **self.random.choice(rules)} for _ in range(self.random.randrange(4))]

    def arguments(self, command):
        """Arguments that mostly fit the request."""
        choose = self.random.choice
        if command == "setBreakpoints":
            return {"source": {"path": str(self.path)}, "breakpoints": self.breakpoints()}
        if command == "setDataBreakpoints":
            names = ("CondModel.forward:total", "CondModel.forward:self.factor", "CondModel.helper:x", "x")
            return {"breakpoints": [{"dataId": choose(names), "condition": choose(["", "shape", "nan", "x", "("])}]}
        if command == "setInstructionBreakpoints":
            return {"breakpoints": [{"instructionReference": choose([*self.addresses, "0x8", "x"]), "offset": choose([0, 8, 80, -8])}]}
        if command == "setFunctionBreakpoints":
            return {"breakpoints": [{"name": choose(["forward", "CondModel.helper", "aten::add", ""])}]}
        given = {"expression": choose(EXPRESSIONS), "value": choose(EXPRESSIONS), "name": choose(["x", "factor", "total", "[0]"]),
                 "context": choose(["repl", "watch", "hover", "clipboard"]), "text": "total.s", "column": choose([0, 1, 7, 999]),
                 "granularity": choose(["statement", "line", "instruction"]), "filters": ["uncaught", "unknown"],
                 "source": {"path": str(self.path)}, "line": choose([1, -5, 10**6, self.random.randrange(LINES)]), "targetId": self.random.randrange(LINES), "start": choose([0, -1, 10**9]), "count": choose([0, 5, -1])}
        if command in ("continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue", "pause", "stackTrace", "exceptionInfo", "goto"):
            given["threadId"] = choose([1, 1, 1, 2, 3, 0, -1, 10**12])
        if command in ("disassemble", "readMemory"):
            known = self.addresses if command == "disassemble" else self.memories
            given |= {"memoryReference": choose([*known, "0x10", "5"]), "instructionCount": choose([1, 50]), "offset": choose([0, -8, 10**12])}
        if command in ("scopes", "evaluate", "setExpression", "completions", "restartFrame", "continueInEager", "stepInTargets", "dataBreakpointInfo", "graphState", "compareFrames"):
            given["frameId"] = choose([*self.frames, 10**12])
        if command in ("variables", "setVariable") or command == "dataBreakpointInfo" and self.random.random() < 0.5:
            given["variablesReference"] = choose([*self.references, -1])
        return given if self.random.random() < 0.95 else {}

    def step(self):
        command = self.random.choice(REQUESTS)
        self.counts[command] += 1
        arguments = self.arguments(command)
        self.sent.append(f"{command} {str(arguments)[:500]}")
        try:
            body = self.client.ask(command, **arguments) or {}
        except dap_client.Failed:
            return
        if command == "stackTrace":
            self.frames = [frame["id"] for frame in body["stackFrames"]] or self.frames
            self.addresses += [frame["instructionPointerReference"] for frame in body["stackFrames"] if "instructionPointerReference" in frame]
        if command == "scopes":
            self.references = [scope["variablesReference"] for scope in body["scopes"]]
        if command == "variables":
            self.references += [one["variablesReference"] for one in body["variables"] if one["variablesReference"]]
            self.memories += [one["memoryReference"] for one in body["variables"] if "memoryReference" in one]

    def run(self):
        with self.client as client:
            self.launch()
            for _ in range(self.random.randrange(MOST_REQUESTS)):
                self.step()
                if self.random.random() < 0.3:  # the program runs meanwhile
                    for _ in range(self.random.randrange(30)):
                        self.client.ask("threads")
            if self.random.random() < 0.7 and (status := client.end()):
                raise EOFError(f"the adapter has ended with {status}")
            if client.problems:
                raise ValueError(client.problems[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("minutes", nargs="?", type=float, default=5)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--patience", type=float, default=30, help="seconds that any answer may take")
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    dap_client.PATIENCE = args.patience
    chosen, counts, sessions = random.Random(args.seed), collections.Counter(), 0
    end = time.monotonic() + args.minutes * 60
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.py"
        path.write_text(MODEL, encoding="utf-8")
        while time.monotonic() < end:
            sessions += 1
            session = Session(chosen, path, counts)
            try:
                session.run()
            except (EOFError, ValueError, queue.Empty, dap_client.Failed, OSError) as problem:
                print(f"FAILED in session {sessions}: {type(problem).__name__} {problem}; the adapter's status: {session.client.process.poll()}")
                print(*session.sent[-12:], sep="\n")
                return 1
    print(f"fine: {sessions} sessions, {sum(counts.values())} requests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
