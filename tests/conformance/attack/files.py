"""Files that are no files, outputs that take nothing, damaged archives and damaged IR text."""
import io
import os
import random
import struct
import zipfile
import zlib

from cases import Case

SOURCE = "import torch\n@torch.jit.script\ndef f(x):\n    return y\n"
FINE = "import torch\ndef f(x):\n    return x + 1\n"
LOAD = "import sys, torch\ntry:\n    m = torch.jit.load(sys.argv[1])\n    print(m.code)\n" \
       "except Exception as error:\n    print(type(error).__name__)\n"


def special_files():
    """Devices and pipes in the place of files, on the command line and inside a folder."""
    for name in ("/dev/zero", "/dev/full", "/proc/kmsg", "/dev/tty", "/proc/self/mem", "pipe.py"):
        def given(program, *arguments, statuses=(2,), name=name):
            return Case("files", f"{program} {' '.join(arguments)}", program, list(arguments), {"main.py": FINE, "pipe.py": None}, statuses)
        yield given("tscheck", name)
        yield given("tscheck", "--print=ast", name)
        yield given("tsviz", f"{name}:f")
        yield given("tsviz", "main.py:f", "--init", f"open({name!r}).read()", statuses=(0, 1, 2))
        yield given("tsdbg", "compare", f"{name}:f", "--inputs", "1")
        yield given("tsdbg", "compare", "main.py:f", "--inputs", f"open({name!r}).read()", statuses=(0, 1, 2))
    yield Case("files", "a pipe in a folder", "tscheck", ["."], {"a.py": FINE, "pipe.py": None}, (0, 2))
    yield Case("files", "a long path", "tscheck", ["a/" * 3000 + "b.py"], {}, (2,))
    net = "from torch import nn\nclass Net(nn.Module):\n    def forward(self, x):\n        return x\n"
    large = "x = 1 + 2 * (3)\n" * 590_000  # just below the limit on the size of a file
    grows = "import net, torch\nx = ['a']\nwhile True:\n    x += x\n    m = torch.jit.script(net.Net())\n"
    for name, files in (("large files beside a model", {"a.py": large, "b.py": large}),
                        ("files that grow beside a model", {"a.py": grows})):
        yield Case("files", name, "tsviz", ["net.py:Net", "--format=ir"], {"net.py": net, **files}, (0,), "graph(")


def outputs():
    """A full disk: each format must say so and end with 2."""
    said = "No space left"
    commands = [("tscheck", [f"--format={form}", "a.py"]) for form in ("json", "sarif", "github")]
    commands += [("tscheck", [f"--print={phase}", "b.py"]) for phase in ("ast", "ir", "tokens")]
    commands += [("tscheck", ["--explain=TS2001"]), ("tscheck", ["--help"])]
    commands += [("tsviz", ["b.py:f", f"--format={form}"]) for form in ("svg", "dot", "json", "ir", "code")]
    commands += [("tsdbg", ["compare", "b.py:f", "--inputs", "torch.ones(2)", *more]) for more in ([], ["--json"], ["--events"])]
    for program, arguments in commands:
        yield Case("outputs", f"{program} {' '.join(arguments)}", program, arguments, {"a.py": SOURCE, "b.py": FINE}, (2,),
                   said, "/dev/full")
    yield Case("outputs", "tsdbg debug", "tsdbg", ["debug", "b.py"], {"b.py": FINE}, (2,), said, "/dev/full")
    yield Case("outputs", "tsdbg run", "tsdbg", ["run", "a.py"], {"a.py": "print('a' * 100000)\n"}, (1, 120), said, "/dev/full")


# -- archives -----------------------------------------------------------------------------------------------------------

def archive(records, compress=zipfile.ZIP_STORED):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", compress) as file:
        for name, data in records.items():
            file.writestr(f"m/{name}", data)
    return made.getvalue()


CODE = "class M(Module):\n  __parameters__ = []\n  __buffers__ = []\n  training : bool\n" \
       "  def forward(self: __torch__.M, x: Tensor) -> Tensor:\n    return x\n"


def with_pickle(data, **more):
    return archive({"data.pkl": data, "code/__torch__.py": CODE, "constants.pkl": b"\x80\x02).", "version": b"3\n"}, **more)


def overlapping():
    """Twenty directory entries that share one deflated record of 400 MB."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = b"".join(packer.compress(bytes(1 << 20)) for _ in range(400)) + packer.flush()
    crc, size = 0, 400 << 20
    local = struct.pack("<4s5H3I2H", b"PK\3\4", 20, 0, 8, 0, 0, crc, len(data), size, 1, 0) + b"a" + data
    central = b"".join(struct.pack("<4s6H3I5H2I", b"PK\1\2", 20, 20, 0, 8, 0, 0, crc, len(data), size, 1, 0, 0, 0, 0, 0, 0) + b"a"
                       for _ in range(20))
    return local + central + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 20, 20, len(central), len(local), 0)


def pickles():
    head = b"\x80\x02"
    many = head + b"]q\0" + b"(" + b"N" * 1000 + b"e" + b"0" + b"(" + b"h\0" * 30000 + b"l."
    none = head + b"(" + b"N" * 49_000_000 + b"t."
    yield "one list many times", with_pickle(many)
    yield "49 million None", with_pickle(none, compress=zipfile.ZIP_DEFLATED)
    yield "a list in itself", with_pickle(head + b"]q\0h\0a.")
    yield "a list of lists, deep", with_pickle(head + b"]" * 1_000_000 + b"a" * 999_999 + b".")
    yield "a tuple of tuples, doubled", with_pickle(head + b")q\0" + b"".join(b"h\0h\0\x86q\0" for _ in range(60)) + b".")
    for name, call in (("bytearray", "bytearray\n"), ("list of range", "list\n"), ("range", "range\n"), ("eval", "eval\n")):
        yield f"a call of {name}", with_pickle(head + b"c__builtin__\n" + call.encode() + b"\x8a\x08" + b"\xff" * 7 + b"\x3f" + b"\x85R.")
    yield "overlapping records", overlapping()
    yield "state", with_pickle(head + b"c__torch__\nM\nq\0)\x81}(X\x08\0\0\0trainingN\x88ub.")


def archives(count, folder):
    """Known attacks, and archives of PyTorch with bytes exchanged in their records."""
    def given(name, data):
        return Case("archives", name, "tsdbg", ["run", "load.py", "a.pt"], {"load.py": LOAD, "a.pt": data}, (0, 1))
    for name, data in pickles():
        yield given(name, data)
    originals = sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".pt"))
    for seed in range(count):
        chosen = random.Random(seed)
        with zipfile.ZipFile(chosen.choice(originals)) as file:
            records = {name.split("/", 1)[-1]: file.read(name) for name in file.namelist()}
        name = chosen.choice(sorted(records))
        data = bytearray(records[name])
        for _ in range(chosen.randrange(1, 8)):
            at = chosen.randrange(len(data) + 1)
            if chosen.random() < 0.5 and data:
                data[at % len(data)] = chosen.randrange(256)
            elif chosen.random() < 0.5:
                data[at:at + chosen.randrange(1, 9)] = b""
            else:
                data[at:at] = chosen.choice([bytes(data[at:at + 40]), b"\xff" * 4, b"N" * 1000, b"((((", b"h\0" * 100])
        records[name] = bytes(data)
        yield given(f"{seed}", archive(records))


# -- IR text --------------------------------------------------------------------------------------------------------------

def graphs(count, texts):
    """IR text with words exchanged, deleted, doubled and replaced, in every output format."""
    import re
    words = ["None", "int", "Tensor", "prim::Loop", "prim::If", "prim::Constant[value=", "9" * 30, "-1", "(int, int)", "%0", "->", "()",
             "aten::add", "Tensor[][][]", "\"", "{", "}", "[", "?", "block0():", "return"]
    for seed in range(count):
        chosen = random.Random(seed)
        parts = re.split(r"(\W)", chosen.choice(texts))
        for _ in range(chosen.randrange(1, 5)):
            at, other = chosen.randrange(len(parts)), chosen.randrange(len(parts))
            kind = chosen.randrange(4)
            if kind == 0:
                parts[at], parts[other] = parts[other], parts[at]
            elif kind == 1:
                parts[at] = ""
            elif kind == 2:
                parts[at] *= 2
            else:
                parts[at] = chosen.choice(words)
        form = chosen.choice(["svg", "dot", "json", "ir", "code"])
        yield Case("graphs", f"{seed} {form}", "tsviz", ["a.ir", f"--format={form}", *chosen.choice([[], ["--inline"]])],
                   {"a.ir": "".join(parts)}, (0, 1, 2))
