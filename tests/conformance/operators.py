#!/usr/bin/python3
"""Compares our kernels with PyTorch's: each schema with a kernel, on samples from operators/samples_*.py.

    operators.py [--json] [--only REGEX] [--show N] [--seed N] [--engine=compiled]

A check compares one call: its results and the arguments after the call, with dtype, shape, values and shared storages; or
the rejection by both sides. Strides of results are separate checks. JITSCOPE_BIN is the folder of the built programs.
--show prints the first N calls of each schema that differ; the default is 1. Exits with 1 when a check fails.
--engine=compiled calls the operators in graphs that run as machine code.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# This file's own folder would hide the standard library's ast.
sys.path = [p for p in sys.path if os.path.abspath(p or ".") != HERE] + [
    os.path.join(HERE, "operators"), os.path.join(HERE, "../support")]

import argparse
import collections
import functools
import glob
import importlib
import json
import re
import subprocess
import tempfile
import time
import traceback
import warnings
from concurrent.futures import ThreadPoolExecutor

os.environ.setdefault("GLOG_minloglevel", "2")  # PyTorch's warnings

import torch

import wire
from case_sample import Sample
from sampling import REGISTRY, Call, Make

TOLERANCE = {torch.float64: 1e-12, torch.float32: 1e-5, torch.float16: 2e-3, torch.bfloat16: 2e-2,
             torch.complex64: 1e-5, torch.complex128: 1e-12}

PROGRAM = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "operator_batch")
SAMPLE = Sample(8)
AT_ONCE = 2000  # calls for one process of operator_batch
ENGINE = []  # the options of operator_batch


def kernel_names():
    return sorted(set(subprocess.run([PROGRAM, torch.__version__, "--list"], capture_output=True, text=True, check=True).stdout.split()))


def ask_all(requests, program=PROGRAM):
    """Our answers, in order. A call that ends the program gets the answer "crash". program: one that reads and writes lines as PROGRAM."""
    answers = []
    while len(answers) < len(requests):
        lines = "".join(json.dumps(request) + "\n" for request in requests[len(answers):])
        answers += subprocess.run([program, torch.__version__, *ENGINE], input=lines, capture_output=True, text=True).stdout.splitlines()
        if len(answers) < len(requests):
            answers.append('{"error": "crash", "message": "the program ended"}')
    return [json.loads(answer) for answer in answers]


def schema_of(name):
    operator, _, overload = name.partition(".")
    return torch._C._get_schema(operator, overload)


def has_schema(name):
    operator, _, overload = name.partition(".")
    return any(schema.overload_name == overload for schema in torch._C._jit_get_schemas_for_operator(operator))


def operation_of(name):
    operator, _, overload = name.partition(".")
    return torch._C._get_operation_overload(operator, overload)[0]


def is_written(argument):
    return argument.alias_info is not None and argument.alias_info.is_write


def signature(arguments):
    return [(argument.name, str(argument.type)) for argument in arguments]


def base_of(name):
    """The schema whose samples `name` reuses, and the kind: ("aten::add.Tensor", "in place" | "out"); else (None, None)."""
    schema = schema_of(name)
    outs = [argument for argument in schema.arguments if argument.kwarg_only and is_written(argument)]
    kind = "out" if outs else "in place"
    operator = schema.name if outs else schema.name[:-1]
    if not outs and (not schema.name.endswith("_") or schema.name.endswith("__") and not schema.name.startswith("aten::__i")):
        return None, None
    operator = re.sub(r"^aten::__i(\w+)_$", r"aten::__\1__", operator)
    names = {argument.name for argument in outs}
    wanted = signature([argument for argument in schema.arguments if argument.name not in names])
    for candidate, entry in list(REGISTRY.items()):
        if candidate.partition(".")[0] == operator and signature(schema_of(candidate).arguments) == wanted:
            return candidate, kind
    return None, None


def calls_for(name, seed, may_run):
    """All sample calls of a schema, and its entry; (None, None) without samples. may_run: says of a sample's number if it is used."""
    base, kind = (name, None) if name in REGISTRY else base_of(name)
    if base is None:
        return None, None
    entry = REGISTRY[base]

    def generate():
        for number, sample in enumerate(entry.function(Make(seed), base.partition("::")[2])):
            if not may_run(number):
                continue
            call = sample if isinstance(sample, Call) else Call(*sample)
            if any(re.match(pattern, name) and is_wrong(call) for pattern, is_wrong in LEFT_OUT):
                continue
            if kind == "out":
                yield from with_out(name, base, call)
            else:
                yield call
    return generate(), entry


def copied(value):
    if isinstance(value, torch.Tensor):
        return value.clone()
    return [copied(item) for item in value] if isinstance(value, list) else value


def with_out(name, base, call):
    """The call with out= tensors: of the right shape, empty, and of another dtype."""
    outs = [argument.name for argument in schema_of(name).arguments if argument.kwarg_only and is_written(argument)]
    try:
        results = operation_of(base)(*copied(call.args), **{k: copied(v) for k, v in call.kwargs.items()})
    except Exception:
        return
    results = list(results) if isinstance(results, (tuple, list)) else [results]
    if len(results) != len(outs) or not all(isinstance(result, torch.Tensor) for result in results):
        return
    wider = {torch.float32: torch.float64, torch.int64: torch.float32, torch.bool: torch.uint8}
    makers = [lambda r: torch.zeros(r.shape, dtype=r.dtype), lambda r: torch.zeros(0, dtype=r.dtype),
              lambda r: torch.zeros(r.shape, dtype=wider.get(r.dtype, torch.int32))]
    for make in makers[:1] if results[0].numel() > 50 else makers:
        made = Call(*call.args, seed=call.seed, **call.kwargs, **{out: make(result) for out, result in zip(outs, results)})
        made.computed = results[0].dtype
        yield made


class Comparison:
    def __init__(self, entry, computed=None):
        """computed: the dtype of the computation, when it differs from the dtype of the results."""
        self.entry, self.computed = entry, computed
        self.strides_differ = ""

    def compare(self, ours, theirs, is_result):
        """A description of the difference; empty when there is none."""
        if isinstance(theirs, (list, tuple)):
            if not isinstance(ours, list) or len(ours) != len(theirs):
                return f"{len(theirs)} values are wanted: {ours}"
            return next(filter(None, (self.compare(a, b, is_result) for a, b in zip(ours, theirs))), "")
        if isinstance(theirs, torch.Tensor) != isinstance(ours, torch.Tensor):
            return f"{theirs} is wanted: {ours}"
        if isinstance(theirs, torch.Tensor):
            return self.compare_tensors(ours, theirs, is_result)
        theirs = wire.number(theirs)
        if isinstance(theirs, (float, complex)):
            same = type(ours) is type(theirs) and bool(self.near(torch.tensor(ours), torch.tensor(theirs)))
        else:
            same = type(ours) is type(theirs) and ours == theirs
        return "" if same or not self.entry.values else f"{theirs!r} is wanted: {ours!r}"

    def compare_tensors(self, ours, theirs, is_result):
        if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
            return f"{theirs.dtype} {list(theirs.shape)} is wanted: {ours.dtype} {list(ours.shape)}"
        if ours.is_conj() != theirs.is_conj():
            return f"conjugated or not: {theirs.is_conj()} is wanted"
        if is_result and self.entry.strides and theirs.numel():
            seen = [(a, b) for a, b, size in zip(ours.stride(), theirs.stride(), theirs.shape) if size > 1]
            if any(a != b for a, b in seen):
                self.strides_differ = f"strides {theirs.stride()} of {list(theirs.shape)} are wanted: {ours.stride()}"
        if not self.entry.values:
            return ""
        near = self.near(ours, theirs)
        if near.all():
            return ""
        place = (~near).nonzero()[0]
        return f"{theirs[tuple(place)].item()!r} is wanted at {place.tolist()}: {ours[tuple(place)].item()!r}"

    def near(self, ours, theirs):
        """A mask of the elements that agree."""
        if ours.dtype not in TOLERANCE:
            return ours == theirs
        # An entry's tolerance is meant for the widest dtypes. A narrow dtype keeps at least its own tolerance.
        relative = max(self.entry.tolerance or 0, TOLERANCE[ours.dtype], TOLERANCE.get(self.computed, 0))
        is_complex = ours.dtype.is_complex
        if is_complex:
            ours, theirs = torch.view_as_real(ours.resolve_conj()), torch.view_as_real(theirs.resolve_conj())
            # The error of a small part is relative to the larger part.
            scale = theirs.abs().amax(-1, keepdim=True) if theirs.numel() else theirs
        else:
            scale = theirs.abs()
        ours, theirs, scale = ours.double(), theirs.double(), scale.double()
        near = (ours - theirs).abs() <= relative * scale + relative * 0.1
        near |= (ours == theirs) | (ours.isnan() & theirs.isnan())
        return near.all(-1) if is_complex else near


def aliases(result, arguments):
    """For each tensor of the results, the index of the argument whose storage it shares, or -1."""
    if isinstance(result, (list, tuple)):
        return [index for item in result for index in aliases(item, arguments)]
    if not isinstance(result, torch.Tensor):
        return []
    pointer = result.storage().data_ptr()
    found = [i for i, data in enumerate(arguments) if data.data_ptr() == pointer and data.numel()]
    return [found[0] if found else -1] if pointer and result.numel() else [-2]


def full_arguments(schema, call):
    """The values of all arguments of the schema, in order."""
    for i, argument in enumerate(schema.arguments):
        if i < len(call.args):
            yield argument, call.args[i]
        elif argument.name in call.kwargs:
            yield argument, call.kwargs[argument.name]
        else:
            yield argument, argument.default_value


# Parts of PyTorch's error messages that do not define the operator's behaviour.
UNCOUNTED = ("not implemented for", "INTERNAL ASSERT FAILED", "ComplexHalf", "Could not run", "could not create a primitive")
# True when PyTorch's bfloat16 convolutions and matrix products sum in float32: oneDNN does so if the processor has the instructions. Otherwise
# PyTorch sums in bfloat16, with an error of some percent.
with open("/proc/cpuinfo", encoding="utf-8") as cpus:
    SUMS_WIDELY = "avx512bw" in cpus.read() and torch._C._get_mkldnn_enabled()
# Calls that PyTorch computes wrongly.
LEFT_OUT = [
    (r"aten::(_?conv|addmm)", lambda call: call.args[0].dtype == torch.bfloat16 and not SUMS_WIDELY),
    # PyTorch 2.6 gives NaN where infinity is in a full vector of the processor.
    (r"aten::gelu", lambda call: torch.__version__.startswith("2.") and call.args[0].isinf().any()),
    # sums in bfloat16, with an error of some percent
    (r"aten::_?adaptive_avg_pool3d", lambda call: call.args[0].dtype == torch.bfloat16),
    (r"aten::(ne|not_equal)_\.", lambda call: call.args[0].is_complex()),  # fills imaginary parts, too
    (r"aten::threshold_$", lambda call: 0 in call.args[0].stride()),  # misses that elements overlap
    (r"aten::baddbmm_$", lambda call: call.kwargs.get("beta") == 0),  # multiplies NaN by it
    (r"aten::fft_ihfftn.out$", lambda call: call.args[2:3] == [[1]]),  # leaves out= of one dimension unwritten
    (r"aten::norm.out$", lambda call: call.args[0].numel() == 0 or call.args[0].is_complex()),  # leaves out= unwritten, or half of it
    (r"aten::(nan)?median.dim", lambda call: 0 in call.args[0].stride()),  # confuses the order in memory with the order of elements
    (r"aten::diff.out$", lambda call: call.args[0].numel() == 0),  # resizes before it checks dimensions
    (r"aten::pow.Scalar_out$", lambda call: call.args[0] == 1),  # ignores the dtype of out=
    (r"aten::result_type\.", lambda call: torch.result_type(*call.args) == torch.complex32),
]


class Check:
    """One call: PyTorch runs it in the constructor; the comparison with our answer to `request` comes later."""

    def __init__(self, name, schema, operation, entry, call, index):
        self.name, self.schema, self.entry, self.index = name, schema, entry, index
        self.computed = call.computed
        pack = wire.Packer()
        self.pairs = list(full_arguments(schema, call))
        packed = [pack.value(value, argument.type.annotation_str, argument.N) for argument, value in self.pairs]
        self.request = {"op": name, "args": packed, "storages": pack.encoded()}
        if call.seed is not None:
            self.request["seed"] = call.seed
            torch.manual_seed(call.seed)
        # PyTorch gets its own copies, because samples may share a tensor that the call writes to.
        self.inputs = wire.storages_of(self.request["storages"])
        self.pairs = [(argument, wire.fresh(value, form, self.inputs)) for (argument, value), form in zip(self.pairs, packed)]
        self.error, self.theirs = None, []
        try:
            given = [value for argument, value in self.pairs if not argument.kwarg_only]
            named = {argument.name: value for argument, value in self.pairs if argument.kwarg_only}
            theirs = operation(*given, **named)
            self.theirs = [] if not schema.returns else [theirs] if len(schema.returns) == 1 else list(theirs)
        except Exception as error:
            self.error = str(error) or type(error).__name__
        self.is_counted = not (self.error and any(text in self.error for text in UNCOUNTED) or any(
            isinstance(result, torch.Tensor) and result.dtype == torch.complex32 for result in self.theirs))

    def verdict(self, answer):
        """Differences of results and of strides: a text for each, empty when they agree, None when they are not compared."""
        if "error" in answer:
            if self.error is None or answer["error"] in ("crash", "Row", "Write"):
                return f"{answer['error']}: {answer['message']}", None
            return "", None
        if self.error is not None:
            return f"an error is wanted: {self.error.splitlines()[0]}", None
        storages = wire.storages_of(answer["storages"])
        results = [wire.unpack(value, storages) for value in answer["out"]]
        comparison = Comparison(self.entry, self.computed)
        difference = comparison.compare(results, self.theirs, True)
        wanted, found = aliases(self.theirs, self.inputs), aliases(results, storages[:len(self.inputs)])
        # An empty storage that grew has a new address on both sides.
        if not difference and wanted != found and -2 not in found and all(data.numel() for data in self.inputs):
            difference = f"storages of arguments {wanted} are wanted: {found}"
        if not difference:
            after = [wire.unpack(value, storages) for value in answer["args"]]
            for (argument, value), ours in zip(self.pairs, after):
                if is_written(argument) and isinstance(value, (torch.Tensor, list)):
                    difference = difference or comparison.compare(ours, value, False)
        return difference, comparison.strides_differ

    def describe(self):
        storages = wire.storages_of(self.request["storages"])
        arguments = zip(self.schema.arguments, self.request["args"])
        return ", ".join(f"{argument.name}={shown(wire.unpack(value, storages))}" for argument, value in arguments)


def shown(value):
    if isinstance(value, torch.Tensor):
        data = f" {value.tolist()}" if value.numel() <= 12 else ""
        return f"<{str(value.dtype)[6:]} {list(value.shape)} {list(value.stride())}{data}>"
    return "[" + ", ".join(map(shown, value)) + "]" if isinstance(value, list) else repr(value)


def record(row, check, answer, show):
    verdict, strides = check.verdict(answer)
    row["total"] += 1
    row["passed"] += verdict == ""
    row["strides"] += strides is not None
    row["stridesPassed"] += strides == ""
    if verdict or strides:
        row["failing"].append(check.index)
        if len(row["failing"]) <= show:
            row["shown"].append(f"{check.name}({check.describe()})\n    {verdict or strides}")


def check_all(names, seed, show, ended, report):
    """A report for each schema: its row, or only its name when it has no samples. Another report precedes each sample.

    ended: the samples to leave out, as pairs of a schema and a number.
    """
    waiting = []  # rows whose checks lack an answer

    def finish():
        requests = [check.request for _, checks in waiting for check in checks]
        answers = iter(ask_all(requests))
        for row, checks in waiting:
            for check in checks:
                record(row, check, next(answers), show)
            report(row)
        waiting.clear()

    def may_run(name, number):
        report({"at": [name, number]})
        return (name, number) not in ended

    for name in names:
        calls, entry = calls_for(name, seed, functools.partial(may_run, name))
        if calls is None:
            report({"uncovered": name})
            continue
        start, schema, operation = time.process_time(), schema_of(name), operation_of(name)
        row = {"suite": "operators", "group": name, "passed": 0, "total": 0, "stridesPassed": 0, "strides": 0,
               "failing": [], "shown": []}
        made = (Check(name, schema, operation, entry, call, i) for i, call in enumerate(calls))
        waiting.append((row, [check for check in made if check.is_counted]))
        row["seconds"] = round(time.process_time() - start, 2)
        if sum(len(checks) for _, checks in waiting) >= AT_ONCE:
            finish()
    finish()


def reports_of_process(names, seed, show, ended):
    """The reports of check_all in a process of its own, and True when a signal ended it."""
    with tempfile.TemporaryFile("w+") as found:
        child = os.fork()
        if child == 0:
            try:
                check_all(names, seed, show, ended, lambda one: print(json.dumps(one), file=found, flush=True))
            except Exception:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        if os.WIFEXITED(status) and os.WEXITSTATUS(status):
            raise RuntimeError("the samples or the comparison raise an exception")
        found.seek(0)
        return [json.loads(line) for line in found], os.WIFSIGNALED(status)


def check_in_processes(names, seed, show):
    """The rows of the schemas and the names of those without samples; and the samples on which PyTorch ended its process.

    Such a sample is left out: a new process checks the schemas that have no row yet.
    """
    rows, ended = [], []
    while True:
        found, died = reports_of_process(names, seed, show, ended)
        rows += [one for one in found if "at" not in one]
        if not died:
            return rows, ended
        done = {one.get("group") or one.get("uncovered") for one in rows}
        names = [name for name in names if name not in done]
        ended.append(tuple(found[-1]["at"]))


def load_samples():
    """Fills REGISTRY, without the samples of operators that this version of PyTorch lacks."""
    for path in sorted(glob.glob(os.path.join(HERE, "operators", "samples_*.py"))):
        importlib.import_module(os.path.basename(path)[:-3])
    for name in [name for name in REGISTRY if not has_schema(name)]:
        del REGISTRY[name]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", default="", help="schemas whose name matches")
    parser.add_argument("--show", type=int, default=1, metavar="N", help="print the first N calls of each schema that differ")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=["script", "compiled"], default="script")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    if options.engine == "compiled":
        ENGINE.append("--compiled")
    load_samples()
    names = SAMPLE.keep(name for name in kernel_names() if re.search(options.only, name))
    count = os.cpu_count() or 1
    with ThreadPoolExecutor(count) as threads:
        found = list(threads.map(lambda i: check_in_processes(names[i::count], options.seed, options.show), range(count)))
    reports = [one for rows, _ in found for one in rows]
    ended = collections.Counter(name for _, pairs in found for name, _ in pairs)
    uncovered = sorted(one["uncovered"] for one in reports if "uncovered" in one)
    rows = {one["group"]: one for one in reports if "group" in one}
    for text in (text for name in sorted(rows) for text in rows[name]["shown"]):
        print(text, file=sys.stderr)

    rows = [rows[name] for name in sorted(rows)]
    bad = [row for row in rows if row["failing"] or not row["total"]]
    if options.json:
        for row in rows:
            print(json.dumps(row))
        print(json.dumps({"suite": "operators", "group": "uncovered", "names": uncovered}))
        print(json.dumps({"suite": "operators", "group": "ended", "names": sorted(ended.elements())}))
    else:
        for row in bad:
            print(f"{row['group']:44} {row['passed']:5} of {row['total']:5}, strides {row['stridesPassed']} of {row['strides']}")
        if uncovered:
            print("without samples:", *uncovered)
        if ended:
            print("samples left out, because PyTorch ends its process:", *(f"{name} ({ended[name]})" for name in sorted(ended)))
        count = {key: sum(row[key] for row in rows) for key in ("passed", "total", "stridesPassed", "strides")}
        names = {row["group"].partition(".")[0] for row in rows}
        print(f"entries covered {len(rows)} of {len(rows) + len(uncovered)}, schema names {len(names)}")
        print(f"checks passed {count['passed']} of {count['total']}, strides {count['stridesPassed']} of {count['strides']}")
    SAMPLE.tell()
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
