#!/usr/bin/python3
"""Checks the workspaces of tests/e2e/workspaces with tscheck and with tsls. Comments in their files state the findings.

    workspaces.py [--json] [--show N] [--only tscheck|tsls] [WORKSPACE...]

tscheck      --verbose --candidates reports each expected finding once, in its file, and nothing else. A problem in a file without the
             root has a note that leads to a line with `# root`; the exit status is 1 exactly when an error is expected
tsls         every file is opened: the published diagnostics are the same findings
edits        an edit of one open file changes the problems of another one, and taking the edit back restores them

JITSCOPE_BIN is the folder of the built programs. Exits with 1 when anything fails.
"""
import argparse
import collections
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests/protocol")]
from lsp_client import Client  # noqa: E402

BINARIES = os.path.abspath(os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin")))
WORKSPACES = os.path.join(ROOT, "tests/e2e/workspaces")
EXPECTATION = re.compile(r"# (error|warning|candidate|skipped): (TS\d{4})")
SKIPPED = ("TS1301", "TS1302")
SEVERITIES = {1: "error", 2: "warning", 3: "information", 4: "hint"}
# Seconds: for a server that works, for one that sends nothing, for late messages. Only time shows that no message comes.
PATIENCE, QUIET, GRACE = 20, 3, 0.2
CAPABILITIES = {
    "window": {"workDoneProgress": True},
    "workspace": {"workspaceFolders": True},
    "textDocument": {"publishDiagnostics": {"relatedInformation": True, "versionSupport": True}},
}

# An edit: (workspace, file, {old text: new text}, {file: how each of its findings changes}). A finding that changes into None ends.
CANDIDATE = {"error": "candidate"}
GONE = {"error": None}
EDITS = [
    ("flat", "export.py", {"torch.jit.script(Net(3))": "print(Net(3))"}, {"model.py": CANDIDATE, "layers.py": CANDIDATE}),
    ("ways", "parameter/release.py", {'export(decoder, folder + "/decoder.pt")': "print(decoder)"}, {"parameter/decoder.py": CANDIDATE}),
    ("ways", "parameter/exporting.py", {"torch.jit.script(model)": "model"},
     {"parameter/decoder.py": CANDIDATE, "parameter/encoder.py": CANDIDATE}),
    ("ways", "yolo/models/yolo.py", {"self.concat = Concat()": "self.strides = [1]", "self.concat([y, self.branch(y)])": "self.branch(y)"},
     {"yolo/models/common.py": CANDIDATE}),
    ("src_layout", "src/speech/nets/recognizer.py", {"self.features = Features(bands)": "self.bands = bands", "self.features(sound)": "sound"},
     {"src/speech/features.py": CANDIDATE}),
    ("tests_folder", "tests/test_vocoder.py", {"torch.jit.script(Vocoder(bands))": "Vocoder(bands)"}, {"audio/vocoder.py": CANDIDATE}),
    ("python_path", "app/export.py", {"(Gate(), Swish())": "(Swish())"}, {"libraries/common/common_layers.py": CANDIDATE}),
    ("missing_dependency", "export.py", {"torch.jit.script(Mixer(4))": "Mixer(4)"}, {"model.py": CANDIDATE}),
    ("relative_imports", "vision/models/net.py", {"boxes.keep(scores, 0.5)": "scores"}, {"vision/ops/boxes.py": GONE}),
    ("monorepo", "ads/export.py", {"Bidder()": "Ranker(8)"}, {"ads/model.py": CANDIDATE}),
    ("broken_file", "export.py", {"import torch": "import torch as"}, {}),
]


class Workspace:
    """A copy of one of the folders, with the word WORKSPACE in its files replaced by its path."""

    def __init__(self, name, scratch):
        self.name, self.path = name, os.path.join(scratch, name)
        shutil.copytree(os.path.join(WORKSPACES, name), self.path)
        self.settings = json.loads(self.read("workspace.json")) if os.path.exists(os.path.join(self.path, "workspace.json")) else {}
        self.files, self.expected, self.roots = [], {}, set()
        for folder, names, files in os.walk(self.path):
            names.sort()
            for file in sorted(files):
                path = os.path.relpath(os.path.join(folder, file), self.path)
                if file == "direct_url.json" or file.endswith(".pth"):
                    self.write(path, self.read(path).replace("WORKSPACE", self.path))
                elif file.endswith(".py") and "/." not in "/" + path:
                    self.add(path)

    def add(self, path):
        self.files.append(path)
        self.expected[path] = collections.Counter()
        for number, line in enumerate(self.read(path).split("\n"), 1):
            self.expected[path].update((number, kind, rule) for kind, rule in EXPECTATION.findall(line))
            if "# root" in line:
                self.roots.add(f"{os.path.basename(path)}:{number}")

    def read(self, path):
        with open(os.path.join(self.path, path), encoding="utf-8") as file:
            return file.read()

    def write(self, path, text):
        with open(os.path.join(self.path, path), "w", encoding="utf-8") as file:
            file.write(text)

    def folders(self):
        return self.settings.get("folders", ["."])

    def environment(self):
        added = {name: ":".join(os.path.join(self.path, part) for part in value.split(":"))
                 for name, value in self.settings.get("environment", {}).items()}
        return {**os.environ, **added}


def kind_of(severity, rule):
    if severity != "information":
        return severity
    return "skipped" if rule in SKIPPED else "candidate"


def told(path, found):
    return f"{path}:{found[0]}: {found[1]} {found[2]}"


class Group:
    def __init__(self, name):
        self.name, self.total, self.failing = name, 0, []

    def check(self, problem):
        self.total += 1
        if problem:
            self.failing.append(problem)

    def compare(self, path, expected, seen):
        """Each expected finding is a check, and so is the absence of further ones."""
        for found in sorted(expected):
            count = seen[found]
            self.check(None if count == 1 else f"{told(path, found)}: reported {count} times")
        further = sorted((seen - expected).elements())
        further = [found for found in further if found not in expected]
        self.check("; ".join(f"{told(path, found)}: not expected" for found in further))

    def cause(self, workspace, path, found, notes):
        """A problem of a file is caused by a root: in the file, or at the place that a note names."""
        places = [note[len("scripted at "):] for note in notes if note.startswith("scripted at ")]
        if found[1] != "error" or found[2].startswith("TS1"):
            return
        has_root = any("# root" in line for line in workspace.read(path).split("\n"))
        if not has_root or places:
            self.check(None if set(places) & workspace.roots else f"{told(path, found)}: scripted at {places}, no line with '# root'")


def check_tscheck(group, workspace):
    command = [os.path.join(BINARIES, "tscheck"), "--format=json", "--verbose", "--candidates", *workspace.folders()]
    run = subprocess.run(command, cwd=workspace.path, env=workspace.environment(), capture_output=True, text=True)
    seen = collections.defaultdict(collections.Counter)
    for line in run.stdout.split("\n"):
        if not line:
            continue
        report = json.loads(line)
        path = os.path.relpath(os.path.join(workspace.path, report["file"]), workspace.path)
        found = (report["line"], kind_of(report["severity"], report["rule"]), report["rule"])
        seen[path][found] += 1
        if found in workspace.expected.get(path, {}):
            group.cause(workspace, path, found, [note["message"] for note in report["related"]])
    for path in sorted({*workspace.files, *seen}):
        group.compare(path, workspace.expected.get(path, collections.Counter()), seen[path])
    has_errors = any(found[1] == "error" for expected in workspace.expected.values() for found in expected)
    group.check(None if run.returncode == has_errors else f"the exit status is {run.returncode}: {run.stderr[-300:]}")


class Session:
    """A server with the folders of a workspace, and the diagnostics that it has published last for each file."""

    def __init__(self, workspace):
        self.workspace, self.versions, self.checked = workspace, {}, collections.Counter()
        self.seen, self.related = collections.defaultdict(collections.Counter), {}
        self.client = Client(command=("env", *(f"{name}={value}" for name, value in workspace.environment().items() if name in
                                               workspace.settings.get("environment", {})), os.path.join(BINARIES, "tsls")))
        self.client.initialize(CAPABILITIES, workspaceFolders=[
            {"uri": self.uri(os.path.normpath(folder)), "name": folder} for folder in workspace.folders()])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.__exit__()

    def uri(self, path):
        return "file://" + os.path.normpath(os.path.join(self.workspace.path, path))

    def open(self, path):
        self.versions[path] = 1
        self.client.open(self.uri(path), self.workspace.read(path))

    def change(self, path, text):
        self.versions[path] += 1
        self.client.change(self.uri(path), [{"text": text}], self.versions[path])

    def settle(self, expected):
        """Reads messages until every open file is checked in its version and has the expected findings, or until nothing comes any
        more. Findings that come soon after the expected ones count too."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            done = all(self.checked[path] == version and self.seen[path] == expected[path] for path, version in self.versions.items())
            try:
                message = self.client.inbox.get(timeout=GRACE if done else QUIET)
            except queue.Empty:
                return
            if message is None:
                return
            if message.get("method") == "textDocument/publishDiagnostics":
                self.take(message["params"])

    def take(self, published):
        path = os.path.relpath(published["uri"][len("file://"):], self.workspace.path)
        self.seen[path] = collections.Counter()
        self.checked[path] = published.get("version", self.checked[path])
        for one in published["diagnostics"]:
            kind = kind_of(SEVERITIES[one["severity"]], one["code"])
            found = (one["range"]["start"]["line"] + 1, kind, one["code"])
            self.seen[path][found] += 1
            self.related[path, found] = [related["message"] for related in one.get("relatedInformation", [])]


def check_tsls(group, workspace):
    with Session(workspace) as session:
        for path in workspace.files:
            session.open(path)
        session.settle(workspace.expected)
        for path in workspace.files:
            group.compare(path, workspace.expected[path], session.seen[path])
            for found in session.seen[path]:
                if found in workspace.expected[path]:
                    group.cause(workspace, path, found, session.related[path, found])


def changed(findings, change):
    kinds = ((line, change.get(kind, kind), rule) for line, kind, rule in findings.elements())
    return collections.Counter(found for found in kinds if found[1])


def check_edit(group, workspace, path, replaced, changes):
    before = workspace.read(path)
    after = before
    for old, new in replaced.items():
        assert old in after, (path, old)
        after = after.replace(old, new)
    with Session(workspace) as session:
        for name in workspace.files:
            session.open(name)
        session.settle(workspace.expected)
        # The part `tsls` tests the files that the edit has nothing to do with, and the findings in the edited file.
        others = [name for name in workspace.files if name != path]
        first = {name: workspace.expected[name] if name in changes else session.seen[name].copy() for name in others}
        second = {name: changed(first[name], changes.get(name, {})) for name in others}
        for moment, text, wanted in ((f"after an edit of {path}", after, second), ("after taking it back", before, first)):
            session.change(path, text)
            session.settle({path: session.seen[path], **wanted})
            differ = [name for name in others if session.seen[name] != wanted[name]]
            group.check(f"{moment}: " + "; ".join(
                f"{name} has {[told(name, found) for found in sorted(session.seen[name])]}" for name in differ) if differ else None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", type=int, default=100, help="how many problems are told in full")
    parser.add_argument("--only", choices=("tscheck", "tsls", "edits"))
    parser.add_argument("workspaces", nargs="*")
    options = parser.parse_args()
    names = options.workspaces or sorted(entry.name for entry in os.scandir(WORKSPACES) if entry.is_dir())
    groups = []
    for part, check in (("tscheck", check_tscheck), ("tsls", check_tsls)):
        for name in names if options.only in (None, part) else ():
            with tempfile.TemporaryDirectory() as scratch:
                groups.append(Group(f"{part}, {name}"))
                check(groups[-1], Workspace(name, os.path.realpath(scratch)))
    for name, path, replaced, changes in EDITS if options.only in (None, "edits") else ():
        if name in names:
            with tempfile.TemporaryDirectory() as scratch:
                groups.append(Group(f"edits, {name}/{path}"))
                check_edit(groups[-1], Workspace(name, os.path.realpath(scratch)), path, replaced, changes)
    problems = [f"{group.name}: {problem}" for group in groups for problem in group.failing]
    for group in groups:
        passed = group.total - len(group.failing)
        if options.json:
            print(json.dumps({"suite": "workspaces", "group": group.name, "passed": passed, "total": group.total, "failing": group.failing}))
        else:
            print(f"{group.name:40} {passed} of {group.total}")
    for problem in problems[:options.show]:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
