#!/usr/bin/python3
"""Extracts the data for tests of only the code printer from recorded cases.

usage: extract_code_cases.py CASES.jsonl > code_cases.jsonl
CASES has one line for each case: id, ok, and PyTorch 1.13's code and canonical graph. A line of the result has the id, the
graph, the names of the arguments, {simple name: qualified name} of the called functions, and the body. The body is the code
without its signature, because a graph does not contain declared types and defaults.
"""
import json
import re
import sys


def extract(case):
    """The test data of a case. None when the graph lacks names that the code needs: named tuples, two functions of one name."""
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
