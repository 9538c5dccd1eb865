#!/usr/bin/python3
"""Runs the viewer of pictures in real browsers: pages that tsviz has written, in Chromium and in Firefox, without a network.

The groups:
chromium   a user's actions, each with a check of the page: open, search, levels, jumps, overlays, differences, links, files, hostile
           names, large graphs, messages of an editor
axe        the rules of axe-core for accessible pages, light and dark
firefox    each page is opened, and its picture is not empty

    viewer.py [--json] [--show N] [--match TEXT]

`./dev conformance viewer` installs the browsers, and npm packages into build/viewer. Screenshots go to build/viewer/shots.
JITSCOPE_BIN is the folder of the built programs. Exits with 1 when a scenario fails.
"""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.join(ROOT, "tests/conformance/viewer")
TOOLS = os.path.join(ROOT, "build/viewer")
SHOTS = os.path.join(TOOLS, "shots")
MOST_SECONDS = 600
GROUPS = ["chromium", "axe", "firefox"]

# The pages by name, with the arguments of tsviz, or of `tsdbg`.
PAGES = {
    "resnet50": ["torchvision.models.resnet:resnet50", "--init", "", "--inputs", "torch.rand(1, 3, 224, 224)"],
    "swin_t": ["torchvision.models.swin_transformer:swin_t", "--init", ""],
    "googlenet": ["torchvision.models.googlenet:googlenet", "--init", "init_weights=False"],
    "detection": ["torchvision.models.detection:fasterrcnn_resnet50_fpn", "--init", "weights=None, weights_backbone=None, min_size=64, max_size=64",
                  "--inputs", "[torch.rand(3, 64, 64)]"],
    "hostile": [os.path.join(HERE, "hostile.py") + ":Net", "--init", ""],
    "control": [os.path.join(HERE, "control.py") + ":steps"],
    "compared": ["compare", os.path.join(HERE, "compared.py") + ":Net", "--init", "", "--inputs", "torch.tensor([-1.0, 4.0])", "--example", "-torch.ones(2)"],
    "profiled": ["profile", "torchvision.models.resnet:resnet18", "--init", "", "--inputs", "torch.rand(1, 3, 64, 64)"],
    "traced": [os.path.join(HERE, "compared.py") + ":Net", "--init", "", "--inputs", "torch.tensor([-1.0, 4.0])", "--engine", "trace"],
    "diff": [os.path.join(HERE, "control.py") + ":steps", "--diff", os.path.join(HERE, "control.py") + ":changed"],
}


# The command of a page, by its first argument; another one is a target of tsviz.
PROGRAMS = {"compare": ["tsdbg", "--html"], "profile": ["tsdbg", "--graph"]}


def write_pages(bin_folder, folder):
    """Writes the page of each model. Returns the reason of a failure, or an empty text."""
    for name, arguments in PAGES.items():
        page = os.path.join(folder, name + ".html")
        program, *rest = PROGRAMS.get(arguments[0], ["tsviz", "--format=html", "-o"])
        rest.append(page)
        made = subprocess.run([os.path.join(bin_folder, program), *arguments, *rest], capture_output=True, text=True)
        if not os.path.exists(page):
            return f"{name}: {program} ended with {made.returncode}: {made.stderr.strip()[:500]}"
    return ""


def run_scenarios(folder, match):
    """Yields the results of all scenarios as they come. Ends all processes that the run has started."""
    command = [shutil.which("node"), os.path.join(HERE, "run.mjs"), TOOLS, folder, SHOTS, match]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(process.pid, signal.SIGTERM))
    signal.alarm(MOST_SECONDS)
    try:
        for line in process.stdout:
            yield json.loads(line)
        process.wait()
    finally:
        signal.alarm(0)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    if process.returncode:
        yield {"group": "chromium", "scenario": "the run comes to its end", "passed": False, "seconds": 0,
               "problem": f"node ended with {process.returncode}"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", type=int, default=20, help="how many problems are told in full")
    parser.add_argument("--match", default="", help="only scenarios whose name has this in it")
    options = parser.parse_args()
    bin_folder = os.environ.get("JITSCOPE_BIN") or os.path.join(ROOT, "build/release/bin")
    os.makedirs(SHOTS, exist_ok=True)
    results = {group: [] for group in GROUPS}
    with tempfile.TemporaryDirectory(prefix="jitscope-viewer-") as folder:
        problem = write_pages(bin_folder, folder)
        if problem:
            print(problem, file=sys.stderr)
            return 1
        for result in run_scenarios(folder, options.match):
            results[result["group"]].append(result)
            if not options.json:
                print(f"{result['group']:9} {'ok' if result['passed'] else 'FAILED':7} {result['seconds']:5.1f} s  {result['scenario']}", flush=True)
    problems = []
    for group, of_group in results.items():
        failing = [result["scenario"] for result in of_group if not result["passed"]]
        problems += [f"{group}: {result['scenario']}\n    {result['problem']}" for result in of_group if not result["passed"]]
        if options.json:
            print(json.dumps({"suite": "viewer", "group": group, "passed": len(of_group) - len(failing), "total": len(of_group), "failing": failing}))
        else:
            print(f"{group}: {len(of_group) - len(failing)} of {len(of_group)} scenarios")
    for problem in problems[:options.show]:
        print(problem, file=sys.stderr)
    if not options.json:
        print(f"screenshots: {SHOTS}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
