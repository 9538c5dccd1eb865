#!/usr/bin/python3
"""Take the function cases from recorded verdicts of PyTorch 1.13.

usage: extract_cases.py VERDICTS.jsonl > cases.jsonl
A case that comes out has id, source (which defines f), ok and, if PyTorch accepts it, code and graph (renumbered, without
locations), else the line of the error's first place, counted in the source, where it has one. Cases of modules are left.
"""
import json
import re
import sys

for line in open(sys.argv[1], encoding="utf-8"):
    case = json.loads(line)
    if re.search(r"^(class M\b|M *=|def G\b|G *=)", case["source"], re.M):
        continue
    keep = dict(id=case["id"], source=case["source"], ok=case["ok"])
    if case["ok"]:
        keep.update(code=case["code"], graph=case["graph"])
    else:
        keep.update(line=case.get("line"), exception=case.get("exc"))
    print(json.dumps(keep))
