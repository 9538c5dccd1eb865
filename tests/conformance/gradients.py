#!/usr/bin/python3
"""Compares gradients with PyTorch's: each operator of operators.py that has floating point arguments, on the same samples.

    gradients.py [--json] [--only REGEX] [--show N] [--seed N] [--order=2] [--engine=compiled]

A check compares the gradients of one call with respect to all of its floating point tensors. Operators in place and with out= are left out:
their derivatives are those of the others. --order=2 compares gradients of gradients, in double precision only. Operators without a derivative
are counted, not failed. --engine=compiled differentiates the graphs that compiled programs record, where these may contain the operator. Exits with 1 when an operator fails that tests/conformance/known does not list.
"""
import os
import sys

import operators  # first: it removes this folder from the path of modules

import argparse
import collections
import re
import warnings

import torch

import wire
from case_sample import Sample
from known_failures import KnownFailures

PROGRAM = os.path.join(os.path.dirname(operators.PROGRAM), "gradient_batch")
SAMPLE = Sample(8)
# Times the tolerance of results: a gradient sums more terms.
TOLERANCE = {torch.float64: 1e-9, torch.float32: 2e-4, torch.float16: 2e-2, torch.bfloat16: 1e-1, torch.complex64: 2e-4,
             torch.complex128: 1e-9}


def weights_for(tensor):
    """Those of gradient_batch.cpp."""
    index = torch.arange(tensor.numel(), dtype=torch.float64)
    weights = torch.cos(index + 1)
    if tensor.is_complex():
        weights = torch.complex(weights, torch.sin(index + 2))
    return weights.reshape(tensor.shape).to(tensor.dtype)


def tensors_in(values):
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from tensors_in(value)


def gradients(outputs, inputs, again):
    roots = [output for output in outputs if output is not None and output.requires_grad]
    if not roots:
        return [None] * len(inputs)
    return list(torch.autograd.grad(roots, inputs, [weights_for(root) for root in roots], allow_unused=True, create_graph=again))


class Gradients:
    """The gradients of one call: PyTorch's, computed in the constructor, and the request for ours."""

    def __init__(self, name, schema, operation, call, order, index):
        self.index, self.name, self.schema = index, name, schema
        pack = wire.Packer()
        pairs = list(operators.full_arguments(schema, call))
        packed = [pack.value(value, argument.type.annotation_str, argument.N) for argument, value in pairs]
        self.request = {"op": name, "args": packed, "storages": pack.encoded(), "order": order}
        if call.seed is not None:
            self.request["seed"] = call.seed
            torch.manual_seed(call.seed)
        storages = wire.storages_of(self.request["storages"])
        values = [wire.fresh(value, form, storages) for (_, value), form in zip(pairs, packed)]
        inputs = [tensor for tensor in tensors_in([value for value, form in zip(values, packed) if not is_wrapped(form)])
                  if tensor.is_floating_point() or tensor.is_complex()]
        self.theirs = None  # nothing to compare
        try:
            for tensor in inputs:
                tensor.requires_grad_()
            given = [value for (argument, _), value in zip(pairs, values) if not argument.kwarg_only]
            named = {argument.name: value for (argument, _), value in zip(pairs, values) if argument.kwarg_only}
            outputs = list(tensors_in([operation(*given, **named)]))
            if inputs and any(output.requires_grad for output in outputs):
                found = gradients(outputs, inputs, order == 2)
                if order == 2:
                    found = gradients(found, inputs, False)
                self.theirs = found
        except Exception:
            pass  # PyTorch has no such gradient
        double = all(tensor.dtype in (torch.float64, torch.complex128) for tensor in inputs)
        if order == 2 and (not double or self.theirs is not None and all(each is None for each in self.theirs)):
            self.theirs = None

    def difference(self, answer):
        if "error" in answer:
            return f"{answer['error']}: {answer['message']}"
        storages = wire.storages_of(answer["storages"])
        ours = [wire.unpack(value, storages) for value in answer["out"]]
        for i, (mine, wanted) in enumerate(zip(ours, self.theirs)):
            text = difference_of(mine, wanted)
            if text:
                return f"gradient {i}: {text}"
        return ""

    def describe(self):
        storages = wire.storages_of(self.request["storages"])
        arguments = zip(self.schema.arguments, self.request["args"])
        return ", ".join(f"{argument.name}={operators.shown(wire.unpack(value, storages))}" for argument, value in arguments)


def is_wrapped(form):
    return isinstance(form, dict) and form.get("wrapped", False)


def difference_of(ours, theirs):
    if theirs is None or ours is None:
        given = ours if theirs is None else theirs
        return "" if given is None or not given.any() else f"{theirs} is wanted: {ours}"
    if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
        return f"{theirs.dtype} {list(theirs.shape)} is wanted: {ours.dtype} {list(ours.shape)}"
    theirs = theirs.detach().resolve_conj()
    ours = ours.resolve_conj()
    tolerance = TOLERANCE[ours.dtype]
    finite = theirs[theirs.isfinite()].abs()
    scale = float(finite.double().max()) if finite.numel() else 1.0
    if theirs.is_complex():
        ours, theirs = torch.view_as_real(ours), torch.view_as_real(theirs)
    ours, theirs = ours.double(), theirs.double()
    near = (ours - theirs).abs() <= tolerance * (theirs.abs() + 0.1 * scale + 1e-3)
    near |= (ours == theirs) | (ours.isnan() & theirs.isnan())
    if near.all():
        return ""
    place = tuple((~near).nonzero()[0])
    return f"{theirs[place].item()!r} is wanted at {[int(i) for i in place]}: {ours[place].item()!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", default="", help="schemas whose name matches")
    parser.add_argument("--show", type=int, default=1, metavar="N", help="print the first N calls of each schema that differ")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--order", type=int, choices=[1, 2], default=1)
    parser.add_argument("--engine", choices=["tape", "compiled"], default="tape")
    options = parser.parse_args()
    if options.engine == "compiled":
        operators.ENGINE.append("--compiled")
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    operators.load_samples()
    totals = collections.Counter()
    known = KnownFailures.of("gradients")
    names = [name for name in operators.kernel_names() if name in operators.REGISTRY and re.search(options.only, name)]
    for name in SAMPLE.keep(names):
        schema, operation = operators.schema_of(name), operators.operation_of(name)
        if any(operators.is_written(argument) for argument in schema.arguments):
            continue
        calls, _ = operators.calls_for(name, options.seed, lambda number: True)
        checks = [Gradients(name, schema, operation, call, options.order, i) for i, call in enumerate(calls)]
        checks = [check for check in checks if check.theirs is not None]
        if not checks:
            continue
        shown = 0
        failed = []
        for check, answer in zip(checks, operators.ask_all([check.request for check in checks], PROGRAM)):
            text = check.difference(answer)
            totals["region"] += answer.get("region", False)
            totals["gap" if text.startswith("Gap") else "failed" if text else "passed"] += 1
            if text:
                failed.append(text)
                if shown < options.show:
                    shown += 1
                    print(f"{name}({check.describe()})\n    {text}")
        known.judge(f"order {options.order}", name, all(text.startswith("Gap") for text in failed))
        if failed:
            print(f"{name}: {len(failed)} of {len(checks)} fail", flush=True)
    SAMPLE.tell()
    print(f"gradients of order {options.order}: {totals['passed']} passed, {totals['failed']} failed, {totals['gap']} without a derivative"
          + (f", {totals['region']} by regions" if options.engine == "compiled" else ""))
    sys.exit(not known.tell(whole=False))


if __name__ == "__main__":
    main()
