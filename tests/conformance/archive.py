#!/usr/bin/python3
"""Compares .pt archives in both directions: ours loads PyTorch's archives, and PyTorch loads ours.

usage: archive.py [--json] [--show] [--run PROGRAM] [NAME...]
Groups: read (after loading, the code of all methods and the geometry of all tensors equal PyTorch's), run (our interpreter's
results equal PyTorch's), write (PyTorch loads our copy: equal code, state and results), refuse (broken and foreign files are
rejected with a reason). The modules are in archive/modules.py. PROGRAM is archive_batch.
"""
import argparse
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile
import warnings
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.pop(0)  # this folder has scripts with the names of packages
BROKEN = 200


def load_modules():
    """Imports the file under its own name, because the types in the archives begin with that name."""
    spec = importlib.util.spec_from_file_location("archive_modules", os.path.join(HERE, "archive", "modules.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def codes(module, prefix=""):
    """The code of each method by its dotted name."""
    methods = {name: getattr(module, name) for name in module._c._method_names()}
    found = {prefix + name: method.code for name, method in methods.items() if hasattr(method, "code")}
    for name, child in module.named_children():
        found.update(codes(child, prefix + name + "."))
    return found


def geometry(module):
    state = {}
    for name, tensor in module.state_dict(keep_vars=True).items():
        state[name] = {"dtype": str(tensor.dtype).split(".")[1], "sizes": list(tensor.shape), "strides": list(tensor.stride()),
                       "grad": tensor.requires_grad}
    return state


def same(torch, a, b, exact):
    """Equal values; tensors within rounding unless exact."""
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        return torch.equal(a, b) if exact else torch.allclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=True)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(same(torch, x, y, exact) for x, y in zip(a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return list(a) == list(b) and all(same(torch, a[key], b[key], exact) for key in a)
    return a == b or (a != a and b != b)


def plain(value):
    """The value with named tuples as plain tuples: only the module's own archive has the classes."""
    if isinstance(value, tuple):
        return tuple(plain(item) for item in value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def broken_files(paths, folder):
    """Damaged files that must be rejected: cut off, with missing or swapped records, with changed headers or pickles."""
    draw = random.Random(5)
    made = []

    def put(data):
        path = os.path.join(folder, f"broken{len(made)}.pt")
        with open(path, "wb") as file:
            file.write(data)
        made.append(path)

    def rewrite(path, change):
        """The archive with `change(name, bytes)` in place of each record; None removes the record."""
        target = os.path.join(folder, f"broken{len(made)}.pt")
        with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w") as copy:
            for name in source.namelist():
                data = change(name.split("/", 1)[1], source.read(name))
                if data is not None:
                    copy.writestr(name, data)
        made.append(target)

    for data in (b"", b"PK", b"PK\x03\x04", b"\x80\x02.", b"\x7fELF\x02", b"\x89HDF\r\n", b"<html>", b"version https://git-lfs.github.com/spec/v1\n",
                 b"\x93NUMPY\x01\x00", b"hello", bytes(1000)):
        put(data)
    while len(made) < BROKEN:
        path = draw.choice(paths)
        with open(path, "rb") as file:
            data = file.read()
        kind = len(made) % 8
        if kind == 0:
            put(data[: draw.randrange(1, len(data) - 1)])
        elif kind == 1:
            rewrite(path, lambda name, record: None if name == "data.pkl" else record)
        elif kind == 2:
            rewrite(path, lambda name, record: record[: draw.randrange(len(record))] if name == "data.pkl" else record)
        elif kind == 3:
            rewrite(path, lambda name, record: None if name.startswith("code/") else record)
        elif kind == 4:
            rewrite(path, lambda name, record: b"99\n" if name.endswith("version") else record)
        elif kind == 5:
            rewrite(path, lambda name, record: record.replace(b"__torch__", b"os\nsystem", 1) if name == "data.pkl" else record)
        elif kind == 6:
            start = data.rindex(b"PK\x01\x02")  # the last entry of the table of contents points elsewhere
            put(data[: start + 42] + draw.randbytes(4) + data[start + 46 :])
        else:
            rewrite(path, lambda name, record: None if name.startswith(("data/", "constants.pkl")) else record)
    return made


class Batch:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"archive_batch died of {request}")
        return json.loads(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--run", default=os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "archive_batch"))
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    import torch

    torch.set_num_threads(1)
    batch = Batch(options.run)
    groups = {"read": [], "run": [], "write": [], "refuse": []}  # (id, reason of failure or None)

    def note(group, name, reason):
        groups[group].append((name, reason))
        if reason and options.show:
            print(f"{group} {name}: {reason}", flush=True)

    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        paths = []
        for name, module, inputs in load_modules().cases():
            if options.names and name not in options.names:
                continue
            path, copy = os.path.join(folder, name + ".pt"), os.path.join(folder, name + "_copy.pt")
            torch.jit.save(module, path)
            paths.append(path)
            theirs = torch.jit.load(path)
            torch.save(inputs, os.path.join(folder, "inputs.pt"))
            ours = batch(path=path, copy=copy)
            if "error" in ours or "raised" in ours:
                for group in ("read", "run", "write"):
                    note(group, name, ours.get("error", ours.get("raised")))
                continue
            different = [key for key, code in codes(theirs).items() if ours["code"].get(key, "").strip() != code.strip()]
            moved = [key for key, value in geometry(theirs).items() if ours["state"].get(key) != value]
            note("read", name, f"code of {different[:3]}, state of {moved[:3]}" if different or moved else None)

            torch.manual_seed(0)
            expected = plain(torch.jit.load(path)(*inputs))
            outputs = os.path.join(folder, "outputs.pt")
            ran = batch(path=path, inputs=os.path.join(folder, "inputs.pt"), outputs=outputs)
            if "raised" in ran or "error" in ran:
                note("run", name, ran.get("raised", ran.get("error")))
            else:
                got = torch.load(outputs, weights_only=False)
                note("run", name, None if same(torch, expected, got, False) else f"{str(expected)[:150]} against {str(got)[:150]}")
            try:
                again = torch.jit.load(copy)
                reason = None
                if codes(again) != codes(theirs):
                    reason = "the code differs"
                elif not same(torch, dict(theirs.state_dict()), dict(again.state_dict()), True):
                    reason = "the state differs"
                elif not same(torch, expected, plain(again(*inputs)), True):
                    reason = "the results differ"
                note("write", name, reason)
            except Exception as error:
                note("write", name, f"PyTorch: {str(error)[:300]}")
        for path in broken_files(paths, folder):
            answer = batch(path=path)
            note("refuse", os.path.basename(path), None if answer.get("error") else "was taken")
    failed = 0
    for group, rows in groups.items():
        wrong = [name for name, reason in rows if reason]
        failed += len(wrong)
        if options.json:
            print(json.dumps({"suite": "archive", "group": group, "passed": len(rows) - len(wrong), "total": len(rows), "failed": wrong}))
        else:
            print(f"{group:8} {len(rows) - len(wrong):4} of {len(rows):4}  {' '.join(wrong[:12])}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
