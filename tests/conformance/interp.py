#!/usr/bin/python3
"""Hold the interpreter against PyTorch's: recorded programs on made-up arguments, and operators by their schemas.

usage: interp.py [--json] [--show] [--only programs|operators] [NAME...]
Needs Debian's python3-torch. Programs are those of tests/oracle that PyTorch compiles; arguments come from a fixed seed
by the types of the parameters, or stand behind #RUN: in the program. Compared are the result, what is printed, and the class of
what is raised. Where PyTorch's process dies or hangs, ours has to answer, whatever it says. Operators are those of
core/ops/data/schemas.txt that take no tensors, called in a graph of one node.
"""
import argparse
import contextlib
import functools
import io
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import warnings

# Behind all others: this folder has scripts with the names of modules that PyTorch wants.
sys.path.append(sys.path.pop(0))
sys.path.append(os.path.join(sys.path[-1], "interp"))

import torch

import wire
import oracle

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
ROUNDS = 4  # sets of arguments for each program
# Operators whose results are a matter of the process: addresses, settings, devices.
NOT_COMPARED = {"aten::hash", "aten::_cufft_get_plan_cache_size", "aten::_cufft_get_plan_cache_max_size", "aten::save",
                "aten::_cufft_set_plan_cache_max_size", "aten::_cufft_clear_plan_cache", "aten::manual_seed",
                "aten::_nnpack_available", "aten::has_torch_function", "aten::warn", "aten::wait", "aten::to_here"}
WRITES_FILES = ["aten::save"]
# Programs that PyTorch's optimizer changes: what would raise is never computed, as nobody looks at it.
OPTIMIZED_AWAY = {"generated_1_45", "generated_1_11", "generated_1_14"}
# What the C++ library says of a mistake inside PyTorch: like a crash, ours has to do better.
MISHAPS = ["vector::reserve", "basic_string::", "called on an undefined Tensor"]
# Where PyTorch's own arithmetic ends at 32 bits, goes wrong with large numbers, or takes no number but an enumeration's.
SMALL_NUMBERS = re.compile(r"aten::(factorial|Complex|sum|divmod\.int_float|divmod\.float_int|mul\.left_t|mul\.right_|mul_\.t|expandtabs|center|ljust|rjust|zfill)\b")
INTS = [0, 1, 2, 3, -1, -3, 7, 63, 100, -2**63, 2**62]
REALS = [0.0, 0.5, -1.5, 2.0, 3.75, -0.0, 1e300, math.inf, -math.inf, math.nan, 100.0]
TEXTS = ["", "abc", "Hello World", " x  y ", "a,b,c", "12", "-7", "1.5", "%d%%", "{} {}", "ab\ncd\r\nef", "Abc1", "b"]
# Numbers of dtypes. Not uint8: the processor decides what becomes of a negative number. Any other number reads PyTorch's memory at random.
DTYPES = [3, 4, 5, 6, 7, 11]
COMPLEXES = [0j, 1 + 2j, -0.5 - 1j, 3j, 2.5 + 0j]


class Unmade(Exception):
    """There is no way to make a value of this type."""


def value_of(kind, rng, small):
    """small: what programs bear, not every edge."""
    name = kind.kind()
    if name == "IntType":
        return rng.choice([0, 1, 2, 3, 4, -1, 5] if small else INTS)
    if name == "FloatType":
        return rng.choice([0.5, 2.0, -1.25, 0.0, 3.5] if small else REALS)
    if name == "BoolType":
        return rng.random() < 0.5
    if name == "StringType":
        return rng.choice(["a", "abc", "", "key", "x y"] if small else TEXTS)
    if name == "ComplexType":
        return rng.choice(COMPLEXES)
    if name == "NumberType":
        return rng.choice([rng.choice([1, 2, -3]), 1.5, -2.0])
    if name == "NoneType":
        return None
    if name == "DeviceObjType":
        return torch.device("cpu")
    if name == "TensorType":
        shape = rng.choice([(3,), (2, 3), (2, 2), (4,), (), (1, 2, 3)])
        values = torch.tensor([rng.choice([rng.uniform(-3, 3), float(rng.randint(-3, 3))]) for _ in range(math.prod(shape))])
        return values.reshape(shape)
    if name == "OptionalType":
        return None if rng.random() < 0.3 else value_of(kind.getElementType(), rng, small)
    if name == "ListType":
        return [value_of(kind.getElementType(), rng, small) for _ in range(rng.choice([0, 1, 2, 3, 3, 4]))]
    if name == "TupleType" and "NamedTuple" not in str(kind):
        return tuple(value_of(item, rng, small) for item in kind.elements())
    if name == "DictType":
        keys = [value_of(kind.getKeyType(), rng, small) for _ in range(rng.choice([0, 1, 2, 3]))]
        return {key: value_of(kind.getValueType(), rng, small) for key in keys}
    raise Unmade(str(kind))


def in_children(works, seconds=3):
    """What each of the functions gives, as JSON; None for those at which the process dies or takes too long.

    One child does them in turn; the next one goes on behind the one that killed it.
    """
    answers = []
    while len(answers) < len(works):
        sys.stdout.flush()
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            with os.fdopen(writer, "w") as out:
                for work in works[len(answers):]:
                    signal.alarm(seconds)
                    print(json.dumps(work()), file=out, flush=True)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as lines:
            answers += [json.loads(line) for line in lines]
        if os.waitpid(child, 0)[1] != 0:
            answers.append(None)
    return answers


def outcome(function, args):
    """The answer in the form of interp_batch."""
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            result = function(*args)
        return {"out": wire.plain(wire.pack(result)), "printed": printed.getvalue()}
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error).strip().split("\n")[-1]}


# ---- programs

def compile_case(case, folder):
    """The scripted function or module, its schema, the names of parameters that are dtypes (numbers in the schema), the request."""
    path = os.path.join(folder, f"case_{re.sub('[^A-Za-z0-9_]', '_', case['id'])}.py")
    with open(path, "w", encoding="utf-8") as out:
        out.write(oracle.PREAMBLE + case["source"])
    target = case.get("target", "f")
    names = {"__name__": "case"}
    code = compile(oracle.PREAMBLE + case["source"], path, "exec")
    exec(code, names)
    name, _, init = target.partition("(")
    found = names[name]
    is_module = isinstance(found, type) and issubclass(found, torch.nn.Module)
    torch.manual_seed(0)
    if is_module:
        found = eval(target, names)
    scripted = torch.jit.script(found)
    schema = scripted.forward.schema if is_module else scripted.schema
    request = {"target": f"{path}:{name}"}
    if is_module:
        request |= {"init": init.rstrip(")"), "state": state_of(scripted)}
    annotated = getattr(found.forward if is_module else found, "__annotations__", {})
    return scripted, schema, {name for name, kind in annotated.items() if kind is torch.dtype}, request


def state_of(module):
    """Attributes of a scripted module as its type has them."""
    concrete = module._concrete_type
    slots = {name: wire.pack(getattr(module, name), kind) for name, (kind, _) in concrete.get_attributes().items()}
    for name, _ in concrete.get_modules():
        slots[name] = state_of(getattr(module, name))
    return {"object": slots}


def program_rounds(case, folder):
    """Pairs of the request for ours and what PyTorch says."""
    try:
        scripted, schema, of_dtype, request = compile_case(case, folder)
        arguments = schema.arguments[1 if "state" in request else 0:]
        kinds = [a.type for a in arguments]
        if any(a.kwarg_only for a in schema.arguments):
            return []
        rng = random.Random(case["id"])
        given = re.search(r"#RUN: *(\(.*\))", case["source"])
        rounds = [eval(given.group(1), dict(vars(torch), torch=torch, Tensor=torch.Tensor))] if given else []
        if not given or kinds:
            rounds += [tuple(rng.choice(DTYPES) if a.name in of_dtype else value_of(a.type, rng, True) for a in arguments)
                       for _ in range(ROUNDS if kinds else 1)]
    except Exception:  # no arguments can be made, or no module
        return []
    done = []
    for args in rounds:
        packed = [wire.pack(value, kind) for value, kind in zip(args, kinds)]
        # A module as calls before have left it.
        state = {"state": state_of(scripted)} if "state" in request else {}
        torch.manual_seed(0)
        done.append([dict(request, args=packed, **state), outcome(scripted, args)])
    return done


def program_checks(cases, folder):
    """A case's id, the request for ours, and what PyTorch says. Cases at which PyTorch dies are left out."""
    said = in_children([lambda case=case: program_rounds(case, folder) for case in cases], 30)
    return [(case["id"], *one) for case, rounds in zip(cases, said) for one in rounds or []]


# ---- operators

def split_arguments(text):
    depth, parts = 0, [""]
    for letter in text:
        depth += letter in "([{"
        depth -= letter in ")]}"
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def operator_graph(line, variable):
    """The schema's operator in a graph of its own; its types; None where a type can't be made."""
    match = re.fullmatch(r"(aten::\w+)(?:\.(\w+))?\((.*)\) -> (.*)", line)
    if not match or "..." in line or any(word in line for word in ("RRef", "Future", "AnyEnum", "Generator", "Storage", "Stream", "Any")):
        return None
    name, _, arguments, returns = match.groups()
    written = "(a!)" in arguments
    clean = [re.sub(r"\([a-z](?: ?-> ?\*)?!?(?: -> \*)?\)|\(\*\)", "", part) for part in split_arguments(arguments) if part != "*"]
    kinds = []
    for part in clean:
        kind = part.split("=")[0].rsplit(" ", 1)[0]
        kind = re.sub(r"\bt(Val)?\b|\bt[12]\b", variable, kind)
        kinds.append(kind.replace("ScalarType", "int"))
    result = re.sub(r"\([a-z]!?\)|\(\*\)", "", returns)
    result = re.sub(r"\bt(Val)?\b", variable, result).replace("ScalarType", "int")
    if result.startswith("((") and result.endswith("))"):
        results = [result[1:-1]]
    elif result.startswith("((") and result.endswith("[])"):
        results = [result[1:-1]]
    else:
        results = split_arguments(result[1:-1]) if result.startswith("(") and not result.endswith("]") else [result]
    results = [re.sub(r" \w+$", "", one) for one in results]
    head = ", ".join(f"%{chr(97 + i)} : {kind}" for i, kind in enumerate(kinds))
    out = ", ".join(f"%r{i} : {kind}" for i, kind in enumerate(results))
    names = [f"%r{i}" for i in range(len(results))] + (["%a"] if written else [])
    inputs = ", ".join(f"%{chr(97 + i)}" for i in range(len(kinds)))
    body = f"  {out} = {name}({inputs})\n" if results else f"   = {name}({inputs})\n"
    if not names:
        return f"graph({head}):\n{body}  %n : NoneType = prim::Constant()\n  return (%n)\n"
    if len(names) == 1:
        return f"graph({head}):\n{body}  return ({names[0]})\n"
    whole = f"  %t : ({', '.join(results + kinds[:written])}) = prim::TupleConstruct({', '.join(names)})\n"
    return f"graph({head}):\n{body}{whole}  return (%t)\n"


def argument_of(line, kind, rng):
    if "ScalarType" in line:
        return rng.choice([0, 1, 3, 4, 5, 6, 7, 9, 10, 11, 15])  # numbers of dtypes
    return value_of(kind, rng, bool(SMALL_NUMBERS.match(line)))


def operator_checks(lines):
    """As program_checks; None where PyTorch dies."""
    checks, works = [], []
    for line in lines:
        text = operator_graph(line, "str" if "sort.any" not in line else "int")
        rng = random.Random(line)
        try:
            kinds = [value.type() for value in torch._C.parse_ir(text).inputs()] if text else None
            rounds = [[argument_of(line, kind, rng) for kind in kinds] for _ in range(12 if kinds else 1)] if text else []
        except (Unmade, RuntimeError):
            continue
        for args in rounds:
            request = {"ir": text, "args": [wire.pack(value, kind) for value, kind in zip(args, kinds)]}
            checks.append((line.split("(")[0], request))
            works.append(lambda text=text, args=args: outcome(function_of(text), args))
    return [(*check, said) for check, said in zip(checks, in_children(works))]


@functools.lru_cache(maxsize=None)
def function_of(text):
    return torch._C._create_function_from_graph("f", torch._C.parse_ir(text))


# ---- judging

def agrees(ours, theirs):
    if theirs is None or any(words in theirs.get("message", "") for words in MISHAPS):
        return "out" in ours or "error" in ours
    if "error" in theirs:
        return ours.get("error", "").rpartition(".")[2] == theirs["error"]
    return "out" in ours and wire.close(ours["out"], theirs["out"]) and ours.get("printed", "") == theirs["printed"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--only", choices=["programs", "operators"])
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    checks = []
    with tempfile.TemporaryDirectory() as folder:
        if args.only != "operators":
            cases = []
            for name in oracle.FILES:
                with open(os.path.join(HERE, "..", "oracle", name), encoding="utf-8") as lines:
                    cases += [case for case in map(json.loads, lines) if case["ok"] and case["code"] is not None]
            # Calls of ignored functions go to Python, which our side hasn't got.
            cases = [case for case in cases if " = ^" not in case["graph"] and case["id"] not in OPTIMIZED_AWAY]
            cases = [case for case in cases if not any(f"{name}(" in case["graph"] for name in WRITES_FILES)]
            cases = [case for case in cases if not args.names or case["id"] in args.names]
            checks += [("programs", *check) for check in program_checks(cases, folder)]
        if args.only != "programs":
            with open(os.path.join(ROOT, "core/ops/data/schemas.txt"), encoding="utf-8") as text:
                lines = [line.strip() for line in text if line.startswith("aten::") and "Tensor" not in line]
            lines = [line for line in lines if re.split(r"[.(]", line)[0] not in NOT_COMPARED]
            lines = [line for line in lines if not args.names or line.split("(")[0] in args.names]
            checks += [("operators", *check) for check in operator_checks(lines)]
        checks = [check for check in checks if check[2] is not None]
        batch = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "interp_batch")
        asked = "".join(json.dumps(check[2]) + "\n" for check in checks)
        done = subprocess.run([batch], input=asked, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(checks):
        sys.exit(f"interp_batch ended with {done.returncode} at {checks[len(answers)][1:3]}: {done.stderr[-2000:]}")
    groups = {}
    for (group, name, request, theirs), ours in zip(checks, answers):
        counted = groups.setdefault(group, {})
        passed = agrees(ours, theirs)
        counted.setdefault(name, []).append(passed)
        if args.show and not passed:
            print(f"--- {name}: {json.dumps(request.get('ir') or request['target'])} on {json.dumps(request['args'])[:400]}\n"
                  f"    wanted {json.dumps(theirs)[:600]}\n    got    {json.dumps(ours)[:600]}")
    ok = True
    for group, counted in groups.items():
        fails = [name for name, results in counted.items() if not all(results)]
        passed, total = len(counted) - len(fails), len(counted)
        ok &= not fails
        if args.json:
            print(json.dumps({"suite": "interp", "group": group, "passed": passed, "total": total, "fails": fails}))
        else:
            print(f"{group:12} {passed:4} of {total:4}  {100 * passed / max(total, 1):6.2f}%  ({sum(map(len, counted.values()))} checks)  "
                  f"{' '.join(fails[:12])}{' ...' if len(fails) > 12 else ''}")
    sys.exit(not ok)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
