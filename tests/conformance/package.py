#!/usr/bin/python3
"""The .deb and the .vsix as a machine without the sources gets them.

The programs run in an empty folder as root directory, with nothing beside them but what their package brings and the libraries
that it names; the plugin in a Neovim that knows the .deb's files only; the extension in a real VS Code from which the repository
is hidden.

    package.py [--json] [--show N] [--match TEXT]

`./dev package` makes both and runs this. JITSCOPE_BIN is the folder of the built programs, `package` beside it has the packages.
Exits with 1 when something fails.
"""
import argparse
import glob
import json
import os
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/conformance/package"))
import deb  # noqa: E402
import jail  # noqa: E402
import vsix  # noqa: E402

GROUPS = {"deb": deb.CHECKS, "vsix": vsix.CHECKS}
PATTERNS = {"deb": "*.deb", "vsix": "*.vsix"}


def run(group, package, match):
    """Name, seconds and problem of each check; the problem of one that passes is empty."""
    with tempfile.TemporaryDirectory(prefix="jitscope-package-") as scratch:
        unpacked = {"deb": deb.Deb, "vsix": vsix.Vsix}[group](ROOT, package, scratch)
        for check in GROUPS[group]:
            name = check.__doc__.strip().splitlines()[0].rstrip(".")
            if match not in name:
                continue
            start = time.monotonic()
            problem = ""
            try:
                check(unpacked)
            except jail.NotTried as reason:
                print(f"{group:5} not tried: {name}; {reason}", file=sys.stderr)
                continue
            except Exception as error:  # whatever it is, the others are still to be tried
                problem = f"{type(error).__name__}: {error}"
            yield name, time.monotonic() - start, problem


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", type=int, default=20, help="how many problems are told in full")
    parser.add_argument("--match", default="", help="only checks whose name has this in it")
    options = parser.parse_args()
    bin_folder = os.environ.get("JITSCOPE_BIN") or os.path.join(ROOT, "build/release/bin")
    if not jail.namespace():
        print("package: not tried, this system allows no mount namespaces, and so nothing can be hidden from a program")
        return 0
    problems = []
    for group, pattern in PATTERNS.items():
        found = glob.glob(os.path.join(os.path.dirname(os.path.abspath(bin_folder)), "package", pattern))
        if len(found) != 1:
            problems.append(f"{group}: there should be one package, but there are {len(found)}; ./dev package makes it")
            continue
        results = []
        for name, seconds, problem in run(group, found[0], options.match):
            results.append((name, problem))
            if problem:
                problems.append(f"{group}: {name}\n    {problem}")
            if not options.json:
                print(f"{group:5} {'FAILED' if problem else 'ok':7} {seconds:5.1f} s  {name}", flush=True)
        failing = [name for name, problem in results if problem]
        if options.json:
            print(json.dumps({"suite": "package", "group": group, "passed": len(results) - len(failing),
                              "total": len(results), "failing": failing}))
        else:
            print(f"{group}: {len(results) - len(failing)} of {len(results)} checks, "
                  f"{os.path.getsize(found[0]) / 1e6:.1f} MB\n")
    for problem in problems[:options.show]:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
