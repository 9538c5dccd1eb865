#!/usr/bin/python3
"""Measures whole models compiled and interpreted, beside PyTorch: eager, as frozen TorchScript, and by Inductor.

usage: models.py [--json] [--seed=N] [--drawn=N] [--batches=1,4,8] [--threads=1,2] [NAME...]
The models are those of model_programs.py and `drawn` builders of torchvision (10), which change with the seed (a new one); names choose
among all of them. The fastest of several runs counts, the results must agree, and the reference is the fastest engine of PyTorch. A
model that a reference does not compile in time counts without it. PyTorch is that of Debian 13, see jit.py.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

import fair_reference
import jit

PROGRAMS = os.path.join(jit.HERE, "model_programs.py")
WANTED_MEAN, WANTED_LEAST = 1.1, 0.95  # times as fast as the fastest engine of PyTorch
# The builders of torchvision that return one tensor for a picture of 224 * 224, without those that only differ in size from others.
BUILDERS = (
    "alexnet", "convnext_small", "densenet121", "densenet161", "densenet169", "efficientnet_b0", "efficientnet_b1", "efficientnet_b2",
    "efficientnet_v2_s", "mnasnet0_5", "mnasnet1_0", "mnasnet1_3", "mobilenet_v2", "mobilenet_v3_large", "regnet_x_1_6gf",
    "regnet_x_400mf", "regnet_y_1_6gf", "regnet_y_400mf", "regnet_y_800mf", "resnet101", "resnet34", "resnext50_32x4d",
    "shufflenet_v2_x0_5", "shufflenet_v2_x1_0", "shufflenet_v2_x2_0", "squeezenet1_0", "squeezenet1_1", "swin_s", "swin_t",
    "swin_v2_t", "vgg11", "vgg13_bn", "vit_b_32", "wide_resnet50_2")
TOLERANCE = 1e-3  # sums of many products


def compare(name, threads, engines, reference_modes):
    """Prints the row of a model. Returns how many times as fast as the reference it is; None without one."""
    known = {engine: rows[name] for engine, rows in engines.items() if isinstance(rows.get(name), tuple)}
    if "compiled" not in known:
        sys.exit(f"{name}: {engines['compiled'].get(name)}")
    jit.check_results(name, engines, TOLERANCE)
    theirs = min((known[mode][0] for mode in reference_modes if mode in known), default=None)
    ratio = theirs / known["compiled"][0] if theirs else None
    jit.show({"name": f"{name}, {threads} threads", **{engine: row[0] * 1e3 for engine, row in known.items()},
              "first": known["compiled"][1] * 1e3, "ratio": ratio, "unit": "ms"})
    return ratio


def options():
    parser = argparse.ArgumentParser(description="Measures whole models beside PyTorch.")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seed", type=int, default=random.randrange(1000))
    parser.add_argument("--drawn", type=int, default=10)
    parser.add_argument("--batches", default="1,4,8")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("names", nargs="*")
    return parser.parse_args()


def main():
    asked = options()
    fair_reference.refuse_busy_machine()
    tsdbg = os.path.join(jit.BIN, "tsdbg")
    fixed = subprocess.run([tsdbg, "run", PROGRAMS, "names"], capture_output=True, text=True, check=True).stdout.split()
    known = asked.names or fixed + random.Random(asked.seed).sample(BUILDERS, asked.drawn)
    for name in set(known) - set(fixed) - set(BUILDERS):
        sys.exit(f"there is no model {name} to measure; those are: {', '.join([*fixed, *BUILDERS])}")
    print(f"seed {asked.seed}: {', '.join(known)}", flush=True)
    names = [f"{name}_{batch}" for name in known for batch in asked.batches.split(",")]
    ratios = []
    with tempfile.TemporaryDirectory() as cache:
        commands = jit.references(cache, PROGRAMS, ("eager", "frozen"))
        for threads in asked.threads.split(","):
            engines = {engine: jit.measure([tsdbg, "run", f"--jit={mode}", PROGRAMS, "script"], threads, names, threads)
                       for engine, mode in (("compiled", "compile"), ("interpreted", "interpret"))}
            for mode, command in commands.items():
                engines[mode] = jit.measure([*command, mode], threads, names, threads)
            ratios += filter(None, (compare(name, threads, engines, commands) for name in names))
    jit.show({"name": "geometric mean", "reference": "the fastest of PyTorch", "slowest": min(ratios), "ratio": jit.mean(ratios), "unit": ""})
    sys.exit(jit.mean(ratios) < WANTED_MEAN or min(ratios) < WANTED_LEAST)


if __name__ == "__main__":
    main()
