#!/usr/bin/python3
"""Compares libjitscope with PyTorch: clients in C, C++, Fortran and Python run archives that PyTorch has saved.

usage: library.py [--json] [--show] [NAME...]
Groups: c, cpp, threads (eight threads at once), compiled (machine code), fortran, python: the results of a client equal
PyTorch's, for the modules and models of archive/modules.py whose inputs are tensors, and a frozen one; refuse: damaged archives are
errors, and the process goes on; headers: library/headers.cpp prints the same when it is built against libtorch (libtorch-dev) and against
the headers with PyTorch's names.
"""
import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
BIN = os.environ.get("JITSCOPE_BIN", "build/release/bin")
sys.path.pop(0)  # this folder has scripts with the names of packages

# PyTorch's numbers of dtypes.
DTYPES = {"uint8": 0, "int8": 1, "int16": 2, "int32": 3, "int64": 4, "float16": 5, "float32": 6, "float64": 7, "complex64": 9,
          "complex128": 10, "bool": 11, "bfloat16": 15}
LIBTORCH = "/usr/include/torch/csrc/api/include"
# The client of each group, and its environment.
CLIENTS = {
    "c": ("library_c", {}),
    "cpp": ("library_cpp", {}),
    "threads": ("library_cpp", {"JITSCOPE_THREADS": "8"}),
    "compiled": ("library_cpp", {"JITSCOPE_COMPILED": "1"}),
    "fortran": ("library_fortran", {}),
    "python": ("library_python", {}),
}


def archive_suite():
    spec = importlib.util.spec_from_file_location("archive_suite", os.path.join(HERE, "archive.py"))
    module = importlib.util.module_from_spec(spec)
    path = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = path
    return module


def frozen(torch):
    """Name, frozen module, inputs."""
    import torchvision.models

    net = torch.jit.script(torchvision.models.mobilenet_v3_small().eval())
    yield "mobilenet_frozen", torch.jit.freeze(net), (torch.rand(1, 3, 64, 64),)


def write_tensor(torch, tensor, path):
    whole = tensor.detach().contiguous()
    header = [DTYPES[str(whole.dtype).split(".")[1]], whole.dim(), *whole.shape]
    with open(path, "wb") as file:
        file.write(b"".join(number.to_bytes(8, "little") for number in header))
        data = bytes(whole.flatten().view(torch.uint8).tolist()) if whole.numel() else b""
        file.write(data.ljust(-(-len(data) // 8) * 8, b"\0"))


def read_tensors(torch, path):
    """The tensors of a file of results."""
    dtypes = {number: getattr(torch, name) for name, number in DTYPES.items()}
    with open(path, "rb") as file:
        while header := file.read(16):
            number, rank = (int.from_bytes(header[i:i + 8], "little") for i in (0, 8))
            sizes = [int.from_bytes(file.read(8), "little") for _ in range(rank)]
            count = torch.Size(sizes).numel()
            empty = torch.empty(0, dtype=dtypes[number])
            data = bytearray(file.read(count * empty.element_size()))
            yield torch.frombuffer(data, dtype=dtypes[number]).reshape(sizes) if count else empty.reshape(sizes)


def tensors_in(torch, value):
    if isinstance(value, torch.Tensor):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ():
        yield from tensors_in(torch, item)


class Suite:
    def __init__(self, torch, folder, show):
        self.torch, self.folder, self.show = torch, folder, show
        self.groups = {group: [] for group in [*CLIENTS, "refuse", "headers"]}
        self.paths = []
        self.version = "1.13" if torch.__version__.startswith("1.") else "2.6"

    def note(self, group, name, reason):
        self.groups[group].append((name, reason))
        if reason and self.show:
            print(f"{group} {name}: {reason}", flush=True)

    def compare(self, name, module, inputs):
        path = os.path.join(self.folder, name + ".pt")
        self.torch.jit.save(module, path)
        self.paths.append(path)
        result = self.torch.jit.load(path)(*inputs)
        is_one_float = isinstance(result, self.torch.Tensor) and result.dtype == self.torch.float32
        expected = list(tensors_in(self.torch, result))
        files = [os.path.join(self.folder, f"input{i}") for i in range(len(inputs))]
        for tensor, file in zip(inputs, files):
            write_tensor(self.torch, tensor, file)
        for group, (client, environment) in CLIENTS.items():
            if group == "fortran" and not is_one_float:
                continue
            program = os.path.join(BIN, client)
            if not os.path.exists(program):
                self.note(group, name, f"{program} is missing")
                continue
            results = os.path.join(self.folder, "results")
            done = subprocess.run([program, path, results, *files], capture_output=True, text=True, check=False, timeout=300,
                                  env={**os.environ, "JITSCOPE_TORCH": self.version, **environment})
            self.note(group, name, self.difference(expected, results) if done.returncode == 0 else
                      f"exit status {done.returncode}: {(done.stdout + done.stderr)[-300:]}")

    def difference(self, expected, results):
        got = list(read_tensors(self.torch, results))
        if len(got) != len(expected):
            return f"{len(got)} tensors in place of {len(expected)}"
        for mine, theirs in zip(got, expected):
            if mine.dtype != theirs.dtype or mine.shape != theirs.shape:
                return f"{mine.dtype} {list(mine.shape)} in place of {theirs.dtype} {list(theirs.shape)}"
            if not self.torch.allclose(mine, theirs, rtol=1e-4, atol=1e-5, equal_nan=True):
                return f"{str(mine)[:100]} in place of {str(theirs)[:100]}"
        return None

    def refuse(self, broken):
        """One process reads all of the files."""
        done = subprocess.run([os.path.join(BIN, "library_python"), "-"], input="\n".join(broken) + "\n", capture_output=True, text=True,
                              check=False, timeout=300, env={**os.environ, "JITSCOPE_TORCH": self.version})
        outcomes = done.stdout.split()
        if done.returncode or len(outcomes) != len(broken):
            self.note("refuse", f"file {len(outcomes)}", f"the process ended with {done.returncode}: {done.stderr[-300:]}")
        for path, outcome in zip(broken, outcomes):
            refused = outcome in ("FileError", "CompileError", "RunError")
            self.note("refuse", os.path.basename(path), None if refused else outcome)

    def headers(self):
        """Each line of the output is a case."""
        if not shutil.which("c++") or not os.path.isdir(LIBTORCH):
            print("headers: skipped, libtorch-dev is not installed", file=sys.stderr)
            return
        sys.path.insert(0, os.path.join(HERE, "library"))
        import headers_model

        model = os.path.join(self.folder, "headers.pt")
        headers_model.save(model)
        build = os.path.dirname(os.path.abspath(BIN))
        api = os.path.join(os.path.dirname(os.path.dirname(HERE)), "api")
        library = os.path.join(build, "lib")
        ways = {
            "libtorch": [f"-I{LIBTORCH}", "-ltorch", "-ltorch_cpu", "-lc10"],
            "libjitscope": [f"-I{api}/include", f"-I{api}/torch/include", f"-I{build}/api/torch/include", f"-L{library}", "-ljitscope",
                            f"-Wl,-rpath,{library}"],
        }
        outputs = []
        for way, flags in ways.items():
            program = os.path.join(self.folder, "headers_" + way)
            source = os.path.join(HERE, "library/headers.cpp")
            for command in (["c++", "-std=c++17", "-w", source, "-o", program, *flags], [program, model]):
                done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=500)
                if done.returncode:
                    self.note("headers", way, f"exit status {done.returncode}: {done.stderr[:600]}")
                    return
            outputs.append(done.stdout.splitlines())
        theirs, mine = outputs
        for i in range(max(len(theirs), len(mine))):
            lines = [output[i] if i < len(output) else None for output in (mine, theirs)]
            self.note("headers", f"line {i + 1}", None if lines[0] == lines[1] else f"{lines[0]!r} in place of {lines[1]!r}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(0)
    archive = archive_suite()
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        suite = Suite(torch, folder, options.show)

        def cases():
            for name, module, inputs in archive.load_modules().cases():
                if inputs and all(isinstance(value, torch.Tensor) for value in inputs):
                    yield name, module, inputs
            yield from frozen(torch)

        for name, module, inputs in cases():
            if not options.names or name in options.names:
                suite.compare(name, module, inputs)
        if not options.names or "headers" in options.names:
            suite.headers()
        suite.refuse(archive.broken_files([path for path in suite.paths if os.path.getsize(path) < 1_000_000], folder))
    failed = 0
    for group, rows in suite.groups.items():
        wrong = [name for name, reason in rows if reason]
        failed += len(wrong)
        if options.json:
            print(json.dumps({"suite": "library", "group": group, "passed": len(rows) - len(wrong), "total": len(rows), "failed": wrong}))
        else:
            print(f"{group:8} {len(rows) - len(wrong):4} of {len(rows):4}  {' '.join(wrong[:12])}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
