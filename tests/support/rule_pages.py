#!/usr/bin/python3
"""Compares docs/rules with the registry core/diag/rules.def, and the pages' examples with tscheck's reports.

usage: rule_pages.py [--bless] [--run]
  (nothing)  checks that every rule has a page with the head from the registry and with examples, that every
             page has a rule, and that the index is up to date
  --bless    writes the heads of the pages and the index (JITSCOPE_BLESS=1 does the same)
  --run      runs tscheck on the examples: tscheck reports a bad example under the page's rule and reports
             nothing for a good example; JITSCOPE_BIN is the folder of tscheck

A page starts with a generated head: title, summary, family and severity. The sections follow: Problem, Why,
Example (fences marked "python bad" and "python good"), Solution.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REGISTRY = os.path.join(ROOT, "core/diag/rules.def")
PAGES = os.path.join(ROOT, "docs/rules")
FIXES = os.path.join(ROOT, "tests/conformance/fixes")

FAMILIES = {
    "Syntax": "Syntax",
    "Unsupported": "Unsupported constructs",
    "Types": "Types and inference",
    "Refinement": "Refinement",
    "Modules": "Modules and attributes",
    "Calls": "Calls and schemas",
    "Tracing": "Tracing hazards",
    "Differences": "Eager and scripted code differ",
    "Gradients": "Lost gradients",
    "Shapes": "Shapes",
    "Skipped": "Skipped parts",
}

# Rules that no short example can show, each with the reason and the test that covers it.
WITHOUT_EXAMPLE = {
    "TS1009": "needs hundreds of nested brackets; unit tests of the parser",
    "TS2010": "occurs only in nested functions, which TS2006 reports first",
    "TS6010": "needs a chain of hundreds of functions; unit tests of the compiler",
    "TS5030": "does not end in PyTorch; unit tests of the workspace",
    "TS1201": "applies to texts of IR, not to Python; unit tests of core/ide",
    "TS1103": "applies to project files, not to Python; unit tests of core/driver",
    "TS1303": "applies to project files, not to Python; unit tests of core/driver",
    "TS1014": "needs a file of tens of megabytes; unit tests of the workspace",
}

SECTIONS = ["## Problem", "## Why", "## Solution"]
RULE = re.compile(r'^TS_RULE\((\d+), (\w+), (\w+), (\w+),\s*"((?:[^"\\]|\\.)*)"\)', re.M)
FENCE = re.compile(r"^```python (bad|good)\n(.*?)^```$", re.M | re.S)


class Rule:
    def __init__(self, number, name, family, severity, summary):
        self.code = f"TS{number}"
        self.name = name
        self.family = FAMILIES[family]
        self.severity = severity.lower()
        self.summary = summary.replace('\\"', '"')

    @property
    def path(self):
        return os.path.join(PAGES, self.code + ".md")

    def head(self):
        return (f"# {self.code}: {self.name}\n\n"
                f"{self.summary[0].upper()}{self.summary[1:]}.\n\n"
                f"{self.family} · {self.severity}\n")


def registry():
    return [Rule(*groups) for groups in RULE.findall(read(REGISTRY))]


def with_fix():
    """The codes of the rules whose fixes tests/conformance/fixes covers."""
    text = "".join(read(os.path.join(FIXES, name)) for name in sorted(os.listdir(FIXES)))
    return set(re.findall(r"^#### (TS\d{4})[ @]", text, re.M))


def index(rules):
    fixed = with_fix()
    lines = ["# The rules of tscheck", "",
             "`tscheck --explain TSnnnn` prints a page. `./dev bless` generates this list from `core/diag/rules.def`.", ""]
    for family in FAMILIES.values():
        members = [rule for rule in rules if rule.family == family]
        if members:
            lines += [f"## {family}", "", "| rule | name | severity | fix | problem |", "| --- | --- | --- | --- | --- |"]
            lines += [f"| [{r.code}]({r.code}.md) | {r.name} | {r.severity} | {'yes' if r.code in fixed else ''} | {r.summary} |"
                      for r in members]
            lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def read(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as text:
        return text.read()


def write(path, text):
    if read(path) != text:
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)


def body(page):
    """The page without its generated head: it starts at the first section."""
    at = page.find("\n## ")
    return page[at:] if at >= 0 else ""


def check(rules):
    known = {rule.code + ".md" for rule in rules} | {"README.md"}
    for name in sorted(os.listdir(PAGES)):
        if name not in known:
            yield f"docs/rules/{name}:1: the rule does not exist"
    for rule in rules:
        page = read(rule.path)
        where = f"docs/rules/{rule.code}.md:1"
        if not page:
            yield f"{where}: the rule {rule.name} has no page"
            continue
        if not page.startswith(rule.head()):
            yield f"{where}: the head differs from the registry (./dev bless writes it)"
        for section in SECTIONS:
            if section not in page:
                yield f"{where}: lacks the section \"{section[3:]}\""
        kinds = {kind for kind, _ in FENCE.findall(page)}
        if rule.code not in WITHOUT_EXAMPLE and kinds != {"bad", "good"}:
            yield f"{where}: lacks an example marked `python bad` or an example marked `python good`"
    if read(os.path.join(PAGES, "README.md")) != index(rules):
        yield "docs/rules/README.md:1: differs from the registry (./dev bless writes it)"


def reported(tscheck, rule, path):
    # Reasons why something is not checked, and lost gradients, exist only where roots are followed.
    roots = {FAMILIES["Skipped"]: ["--roots=auto", "--verbose"],
             FAMILIES["Gradients"]: ["--roots=auto"]}.get(rule.family, ["--roots=all"])
    run = subprocess.run([tscheck, *roots, "--format=json", path], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        return [f"exit status {run.returncode}: {run.stderr.strip()}"]
    return [json.loads(line)["rule"] for line in run.stdout.splitlines()]


def run_examples(rules):
    tscheck = os.path.join(os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin")), "tscheck")
    with tempfile.TemporaryDirectory() as folder:
        for rule in rules:
            for number, (kind, code) in enumerate(FENCE.findall(read(rule.path)), 1):
                path = os.path.join(folder, f"{rule.code.lower()}_{number}.py")
                write(path, code)
                found = reported(tscheck, rule, path)
                example = f"docs/rules/{rule.code}.md: example {number}"
                if kind == "bad" and rule.code not in found:
                    yield f"{example} is bad, but tscheck reports {found or 'nothing'} instead of {rule.code}"
                if kind == "good" and found:
                    yield f"{example} is good, but tscheck reports {found}"


def main():
    rules = registry()
    if "--bless" in sys.argv or os.environ.get("JITSCOPE_BLESS"):
        for rule in rules:
            if os.path.exists(rule.path):
                write(rule.path, rule.head() + body(read(rule.path)))
        write(os.path.join(PAGES, "README.md"), index(rules))
    problems = list(run_examples(rules) if "--run" in sys.argv else check(rules))
    print("\n".join(problems) if problems else f"{len(rules)} rules and their pages agree")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
