#!/usr/bin/python3
"""Holds docs/rules to the registry of rules, and the examples on the pages to what tscheck says.

usage: rule_pages.py [--bless] [--run]
  (nothing)  every rule has a page with the head that the registry gives it and with its examples,
             every page has a rule, and the index is what would be generated
  --bless    writes the heads of the pages and the index (JITSCOPE_BLESS=1 does the same)
  --run      runs tscheck on the examples: a bad one is reported under the page's rule, a good one
             gives nothing at all; JITSCOPE_BIN says where tscheck is

A page starts with a head that is generated: title, summary, family and severity. After it come a
section "What it says", a section "Why", and examples in fences marked "python bad" and "python good".
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
    "Shapes": "Shapes",
}

# Rules that no example of a few lines can show, each with what shows them instead.
WITHOUT_EXAMPLE = {
    "TS1009": "takes hundreds of nested brackets; unit tests of the parser",
    "TS2010": "stands in nested functions only, which TS2006 reports first",
    "TS6010": "takes a chain of hundreds of functions; unit tests of the compiler",
    "TS1201": "is about the text of graphs, which is no Python; unit tests of the editors' side",
    "TS1014": "takes a file of tens of megabytes; unit tests of the workspace",
}

SECTIONS = ["## What it says", "## Why"]
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
    """The rules of which a fix is held to what it promises."""
    text = "".join(read(os.path.join(FIXES, name)) for name in sorted(os.listdir(FIXES)))
    return set(re.findall(r"^#### (TS\d{4}) ", text, re.M))


def index(rules):
    fixed = with_fix()
    lines = ["# The rules of tscheck", "",
             "Generated from the registry (`./dev bless`); `tscheck --explain TSnnnn` prints a page.", ""]
    for family in FAMILIES.values():
        members = [rule for rule in rules if rule.family == family]
        if members:
            lines += [f"## {family}", "", "| rule | name | severity | fix | it says |", "| --- | --- | --- | --- | --- |"]
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
    """The page without its generated head: from the first section on."""
    at = page.find("\n## ")
    return page[at:] if at >= 0 else ""


def check(rules):
    known = {rule.code + ".md" for rule in rules} | {"README.md"}
    for name in sorted(os.listdir(PAGES)):
        if name not in known:
            yield f"docs/rules/{name}: there is no such rule"
    for rule in rules:
        page = read(rule.path)
        where = f"docs/rules/{rule.code}.md"
        if not page:
            yield f"{where}: the rule {rule.name} has no page"
            continue
        if not page.startswith(rule.head()):
            yield f"{where}: its head differs from the registry (./dev bless writes it)"
        for section in SECTIONS:
            if section not in page:
                yield f"{where}: lacks the section \"{section[3:]}\""
        kinds = {kind for kind, _ in FENCE.findall(page)}
        if rule.code not in WITHOUT_EXAMPLE and kinds != {"bad", "good"}:
            yield f"{where}: wants an example marked `python bad` and one marked `python good`"
    if read(os.path.join(PAGES, "README.md")) != index(rules):
        yield "docs/rules/README.md: differs from the registry (./dev bless writes it)"


def reported(tscheck, path):
    run = subprocess.run([tscheck, "--roots=all", "--format=json", path], capture_output=True, text=True, check=False)
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
                found = reported(tscheck, path)
                what = f"docs/rules/{rule.code}.md: example {number}"
                if kind == "bad" and rule.code not in found:
                    yield f"{what} should be reported under {rule.code}, but tscheck says {found or 'nothing'}"
                if kind == "good" and found:
                    yield f"{what} should be fine, but tscheck says {found}"


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
