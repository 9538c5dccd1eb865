#!/usr/bin/python3
"""Take from recorded cases what a test of the code printer alone needs.

usage: extract_code_cases.py CASES.jsonl > code_cases.jsonl
CASES has a line a case with id, ok, code and graph (the canonical one) as PyTorch 1.13 printed them. A line that comes
out has the id, the graph, the names of the arguments, the qualified names of the functions that the graph calls by their
simple ones, and the body: the code without its signature, for a graph doesn't tell declared types and defaults.
"""
import json
import re
import sys


def extract(case):
    """None for a graph that doesn't name what the code does: named tuples, two functions of one name."""
    code, graph = case.get("code"), case.get("graph")
    if not case.get("ok") or not code or not graph or "NamedTuple(" in graph:
        return None
    signature = re.match(r"def \w+\((.*?)\) -> [^\n]*:\n", code, re.S)
    arguments = [re.match(r"\w+", part)[0] for part in signature[1].split(",\n    ") if part]
    functions = {}
    for name in re.findall(r'prim::Constant\[name="(\w+)"\]', graph):
        called = set(re.findall(rf"(__torch__(?:\.\w+)*\.{name})\b(?!\.)", code))
        if len(called) > 1:
            return None
        if called:
            functions[name] = called.pop()
    return dict(id=case["id"], arguments=arguments, functions=functions, graph=graph, body=code[signature.end():])


for line in open(sys.argv[1], encoding="utf-8"):
    extracted = extract(json.loads(line))
    if extracted:
        print(json.dumps(extracted))
