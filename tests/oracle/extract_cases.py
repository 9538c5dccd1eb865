#!/usr/bin/python3
"""Take the cases from recorded verdicts of PyTorch 1.13.

usage: extract_cases.py VERDICTS.jsonl > cases.jsonl
A case that comes out has id, source, target (what of it is scripted: f, M() or G()), ok and, if PyTorch accepts it and what
it made has them, code and graph (renumbered, without locations); else the line of the error's first place, counted in the
source, where it has one.
"""
import json
import re
import sys

for line in open(sys.argv[1], encoding="utf-8"):
    case = json.loads(line)
    target = next((f"{name}()" for name in "GM" if re.search(rf"^(class {name}\b|{name} *=|def {name}\b)", case["source"], re.M)), "f")
    keep = dict(id=case["id"], source=case["source"], target=target, ok=case["ok"])
    if case["ok"]:
        keep.update(code=case.get("code"), graph=case.get("graph"))
    else:
        keep.update(line=case.get("line"), exception=case.get("exc"))
    print(json.dumps(keep))
