#!/usr/bin/python3
"""Extracts test cases from recorded answers of PyTorch 1.13.

usage: extract_cases.py VERDICTS.jsonl > cases.jsonl
A case has id, source, target (the scripted expression: f, M() or G()) and ok. An accepted case has code and graph (renumbered,
without locations) if PyTorch's result has them. A rejected case has the line of the error's first place in the source, if any.
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
