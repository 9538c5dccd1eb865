"""Checks messages against the protocol's own schema (debugAdapterProtocol.json, DAP 1.71, as Microsoft publishes it)."""

import functools
import json
import os

import jsonschema

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "debugAdapterProtocol.json"), encoding="utf-8") as file:
    DEFINITIONS = json.load(file)["definitions"]


# The commands of all requests with arguments.
COMMANDS = sorted(name for definition in DEFINITIONS.values() for part in definition.get("allOf", ())
                  if "arguments" in part.get("properties", ())
                  for name in part["properties"].get("command", {}).get("enum", ()))


def upper(name):
    return name[:1].upper() + name[1:]


# Requests that the protocol does not have; their responses have no body.
OWN_REQUESTS = {"continueInEager", "graphState", "compareFrames"}


def definition_of(message):
    """The name of the schema's definition of a message."""
    if message["type"] == "event":
        return upper(message["event"]) + "Event"
    if message["type"] == "request":
        return upper(message["command"]) + "Request"
    if message["command"] in OWN_REQUESTS and message["success"]:
        return "Response"
    return upper(message["command"]) + "Response" if message["success"] else "ErrorResponse"


@functools.cache
def validator(name):
    return jsonschema.Draft4Validator({"$ref": f"#/definitions/{name}", "definitions": DEFINITIONS})


def problem(message):
    """The reason why a message is invalid; None when it is valid."""
    name = definition_of(message)
    if name not in DEFINITIONS:
        return f"{name} is not a message of the protocol"
    found = next(validator(name).iter_errors(message), None)
    return f"{name}: {'/'.join(map(str, found.absolute_path))}: {found.message}" if found else None


def capability_problem(capabilities):
    """Names capabilities that the protocol does not know."""
    unknown = set(capabilities) - set(DEFINITIONS["Capabilities"]["properties"])
    return f"unknown capabilities: {sorted(unknown)}" if unknown else None
