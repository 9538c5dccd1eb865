#!/usr/bin/python3
"""Tests the .deb and the .vsix as on a machine without the sources.

The programs run with an empty folder as their root directory, which contains only the files of the package and the libraries that
the package names. The plugin runs in a Neovim that sees only the .deb's files, and the extension in a real VS Code that cannot see
the repository.

    package.py [--json] [--show N] [--match TEXT]

`./dev package` builds both and runs this test. JITSCOPE_BIN is the folder of the built programs; the packages are in the folder
`package` beside it.
Exits with 1 when a check fails.
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
    """Name, seconds and problem of each check; the problem is empty when the check passes."""
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
            except Exception as error:  # the other checks still run
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
