"""Checks messages against the protocol's own model (lsp-metaModel.json, LSP 3.17, as Microsoft publishes it)."""

import json
import os

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "lsp-metaModel.json"), encoding="utf-8") as file:
    MODEL = json.load(file)

STRUCTURES = {one["name"]: one for one in MODEL["structures"]}
ENUMERATIONS = {one["name"]: one for one in MODEL["enumerations"]}
ALIASES = {one["name"]: one for one in MODEL["typeAliases"]}
REQUESTS = {one["method"]: one for one in MODEL["requests"]}
NOTIFICATIONS = {one["method"]: one for one in MODEL["notifications"]}

BASE = {
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool) and -2**31 <= value < 2**31,
    "uinteger": lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31,
    "decimal": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "DocumentUri": lambda value: isinstance(value, str) and ":" in value,
    "URI": lambda value: isinstance(value, str) and ":" in value,
    "RegExp": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def properties(structure):
    for part in structure.get("extends", []) + structure.get("mixins", []):
        yield from properties(STRUCTURES[part["name"]])
    yield from structure["properties"]


def structure_problem(structure, value, where):
    if not isinstance(value, dict):
        return f"{where}: {value!r} is not an object"
    known = {}
    for one in properties(structure):
        known[one["name"]] = one
    for name, one in known.items():
        if name not in value:
            if not one.get("optional"):
                return f"{where}: {name} is missing"
            continue
        found = problem(one["type"], value[name], f"{where}.{name}")
        if found:
            return found
    unknown = set(value) - set(known)
    return f"{where}: {sorted(unknown)} are unknown members" if unknown else None


def reference_problem(name, value, where):
    if name in ("LSPAny", "LSPObject", "LSPArray"):
        return None
    if name in STRUCTURES:
        return structure_problem(STRUCTURES[name], value, where)
    if name in ALIASES:
        return problem(ALIASES[name]["type"], value, where)
    enumeration = ENUMERATIONS[name]
    if value in [one["value"] for one in enumeration["values"]]:
        return None
    if enumeration.get("supportsCustomValues"):
        return problem(enumeration["type"], value, where)
    return f"{where}: {value!r} is not a {name}"


def problem(type, value, where="result"):
    """The reason why the value is not of the type; None when it is."""
    kind = type["kind"]
    if kind == "base":
        return None if BASE[type["name"]](value) else f"{where}: {value!r} is not a {type['name']}"
    if kind == "reference":
        return reference_problem(type["name"], value, where)
    if kind == "array":
        if not isinstance(value, list):
            return f"{where}: {value!r} is not an array"
        return next((found for i, one in enumerate(value) if (found := problem(type["element"], one, f"{where}[{i}]"))), None)
    if kind == "or":
        found = [problem(one, value, where) for one in type["items"]]
        return None if None in found else found[-1]
    if kind == "and":
        return next((found for one in type["items"] if (found := problem(one, value, where))), None)
    if kind == "map":
        if not isinstance(value, dict):
            return f"{where}: {value!r} is not an object"
        return next((found for key, one in value.items() if (found := problem(type["value"], one, f"{where}[{key!r}]"))), None)
    if kind == "tuple":
        if not isinstance(value, list) or len(value) != len(type["items"]):
            return f"{where}: {value!r} is not a tuple of {len(type['items'])}"
        return next((found for one, item in zip(type["items"], value) if (found := problem(one, item, where))), None)
    if kind == "literal":
        return structure_problem(type["value"], value, where)
    return None if value == type["value"] else f"{where}: {value!r} isn't {type['value']!r}"


def result_problem(method, result):
    return problem(REQUESTS[method]["result"], result)


def request_problem(method, params):
    wanted = REQUESTS[method].get("params")
    if wanted is None:
        return None if params is None else "params: the request has none"
    return problem(wanted, params, "params")


def notification_problem(method, params):
    return problem(NOTIFICATIONS[method]["params"], params, "params")
