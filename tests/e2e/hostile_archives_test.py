#!/usr/bin/python3
"""Archives that are made to end or to bloat a program: tsdbg loads them as PyTorch does, or names the limit that they exceed."""
import io
import os
import struct
import sys
import tempfile
import unittest
import zipfile
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/support"))
from peak_memory import run_measured  # noqa: E402

TSDBG = os.path.join(os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin")), "tsdbg")
MOST_MEGABYTES = 500
MOST_SECONDS = 20
IS_SANITIZED = "san" in TSDBG  # sanitizers need more memory

CODE = """\
class M(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool
  me : Any
  items : List[Any]
  def forward(self: __torch__.M,
    x: Tensor) -> Tensor:
    return torch.add(x, 1)
"""
EMPTY_TUPLE_PICKLE = b"\x80\x02)."


def text(value):
    return b"X" + struct.pack("<I", len(value)) + value.encode()


# ---- pickles: memo entry 0 is the module, 1 the list in it

def module_pickle(me, items):
    """A module of the class M with these pickled attributes."""
    return (b"\x80\x02c__torch__\nM\n)\x81q\x00}(" + text("training") + b"\x88" + text("me") + me + text("items")
            + items + b"ub.")


def list_pickle(*items):
    return (b"ctorch.jit._pickle\nrestore_type_tag\n(]q\x01(" + b"".join(items) + b"e" + text("List[Any]") + b"tR")


def call(name, argument):
    module, function = name.rsplit(".", 1)
    return f"c{module}\n{function}\n".encode() + argument + b"\x85R"


def number(value):
    size = value.bit_length() // 8 + 1
    return b"\x8a" + bytes([size]) + value.to_bytes(size, "little")


# ---- files

def archive(data, *, code=CODE, compression=zipfile.ZIP_STORED, top="model/"):
    """The bytes of a .pt file; a state dict when `code` is None."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as file:
        file.writestr(top + "data.pkl", data)
        if code is not None:
            file.writestr(top + "code/__torch__.py", code)
            file.writestr(top + "constants.pkl", EMPTY_TUPLE_PICKLE)
        file.writestr(top + "version", "3\n")
    return out.getvalue()


def overlapping(count, size):
    """Records whose table of contents points all of them at one deflated payload of zeros."""
    name = b"model/data.pkl"
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    payload = packer.compress(bytes(size)) + packer.flush()
    crc = zlib.crc32(bytes(size))
    header = struct.pack("<IHHHIIIIHH", 0x04034b50, 20, 0, 8, 0, crc, len(payload), size, len(name), 0)
    body = header + name + payload
    table = b""
    for i in range(count):
        own = name if i == 0 else b"model/data/%d" % i
        table += struct.pack("<IHHHHIIIIHHHHHII", 0x02014b50, 20, 20, 0, 8, 0, crc, len(payload), size, len(own), 0, 0, 0, 0, 0,
                             0) + own
    end = struct.pack("<IHHHHIIH", 0x06054b50, 0, 0, count, count, len(table), len(body), 0)
    return body + table + end


class HostileArchives(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def run_it(self, script, data=None, arguments=()):
        """Runs a script beside the archive. Checks that it was not ended by a signal, and its memory."""
        if data is not None:
            with open(os.path.join(self.folder, "hostile.pt"), "wb") as out:
                out.write(data)
        with open(os.path.join(self.folder, "script.py"), "w", encoding="utf-8") as out:
            out.write("import torch\n" + script)
        done, peak = run_measured([TSDBG, "run", *arguments, "script.py"], MOST_SECONDS, cwd=self.folder, capture_output=True, text=True)
        self.assertIn(done.returncode, (0, 1, 2), done.stderr[-2000:])
        if not IS_SANITIZED:
            self.assertLess(peak >> 10, MOST_MEGABYTES)
        return done

    def refusal(self, data, load="torch.jit.load"):
        # Without weights_only: by default torch.load refuses most classes before it reads the rest.
        options = ", weights_only=False" if load == "torch.load" else ""
        done = self.run_it(f"{load}('hostile.pt'{options})\n", data)
        self.assertEqual(done.returncode, 1, done.stdout)
        return done.stderr.splitlines()[-1]

    def test_a_module_that_contains_itself_loads_and_runs(self):
        done = self.run_it("m = torch.jit.load('hostile.pt')\nprint(m(torch.ones(1, requires_grad=True)).tolist())\n",
                           archive(module_pickle(b"h\x00", list_pickle())))
        self.assertEqual((done.returncode, done.stdout), (0, "[2.0]\n"), done.stderr)

    def test_a_list_that_contains_itself_loads_and_runs(self):
        done = self.run_it("m = torch.jit.load('hostile.pt')\nprint(m(torch.ones(1, requires_grad=True)).tolist())\n",
                           archive(module_pickle(b"N", list_pickle(b"h\x01", b"h\x00"))))
        self.assertEqual((done.returncode, done.stdout), (0, "[2.0]\n"), done.stderr)

    def test_functions_that_recurse_name_the_limit_for_a_list_that_contains_itself(self):
        use = "m = torch.jit.load('hostile.pt')\ntry:\n    {}\nexcept Exception as error:\n    print(type(error).__name__, error)\n"
        data = archive(module_pickle(b"h\x00", list_pickle(b"h\x01", b"h\x00")))
        for action in ("m.items", "m.save('again.pt')"):
            with self.subTest(action):
                done = self.run_it(use.format(action), data)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stdout, "kMaxValueDepth|kMaxPickleDepth|recursion")
        done = self.run_it("m = torch.jit.load('hostile.pt')\nprint(torch.jit.trace(m, torch.ones(1))(torch.ones(1)).tolist())\n", data)
        self.assertEqual((done.returncode, done.stdout), (0, "[2.0]\n"), done.stderr)
        done = self.run_it("import copy\nm = copy.deepcopy(torch.jit.load('hostile.pt'))\nprint(m(torch.ones(1)).tolist())\n", data)
        self.assertEqual((done.returncode, done.stdout), (0, "[2.0]\n"), done.stderr)

    def test_a_deeply_nested_pickle_names_the_limit(self):
        deep = b"]" * 100_000 + b"a" * 99_999
        self.assertIn("kMaxPickleDepth", self.refusal(archive(module_pickle(b"N", list_pickle(deep)))))
        self.assertIn("kMaxPickleDepth", self.refusal(archive(b"\x80\x02" + deep + b".", code=None), "torch.load"))

    def test_millions_of_values_in_few_bytes_name_the_limit(self):
        for value in (b"N", b"]", b"}", b"(", b"K\x01", b"\x88"):
            with self.subTest(value):
                data = b"\x80\x02](" + value * (49_000_000 // len(value)) + b"e."
                self.assertIn("kFreeObjectBytes", self.refusal(archive(data, code=None, compression=zipfile.ZIP_DEFLATED), "torch.load"))

    def test_objects_with_many_attributes_name_the_limit(self):
        code = CODE + "".join(f"  a{i} : Optional[int]\n" for i in range(20_000))
        objects = b"".join(b"c__torch__\nM\n)\x81" for _ in range(20_000))
        self.assertIn("kFreeObjectBytes", self.refusal(archive(module_pickle(b"N", list_pickle(objects)), code=code)))

    def test_constructors_of_huge_values_name_the_limit(self):
        for name, argument in (("builtins.list", call("builtins.range", number(1 << 40))),
                               ("builtins.tuple", call("builtins.range", number(1 << 40))),
                               ("builtins.set", call("builtins.range", number(1 << 40))),
                               ("builtins.bytearray", number(1 << 62))):
            with self.subTest(name):
                self.assertIn("kFreeObjectBytes", self.refusal(archive(b"\x80\x02" + call(name, argument) + b".", code=None), "torch.load"))

    def test_overlapping_records_are_refused(self):
        message = self.refusal(overlapping(20, 1 << 20), "torch.load")
        self.assertIn("'model/data.pkl' and 'model/data/1' overlap", message)

    def test_records_that_inflate_to_more_than_the_limit_are_refused(self):
        data = archive(bytes(600 << 20), code=None, compression=zipfile.ZIP_DEFLATED)
        self.assertIn("kFreeObjectBytes", self.refusal(data, "torch.load"))

    def test_a_storage_of_many_tensors_is_read_once(self):
        done = self.run_it("x = torch.zeros(1 << 22)\ntorch.save([x[i:] for i in range(2000)], 'shared.pt')\n"
                           "y = torch.load('shared.pt')\nprint(len(y), y[0].data_ptr() == y[1].data_ptr() - 4)\n")
        self.assertEqual((done.returncode, done.stdout), (0, "2000 True\n"), done.stderr)


if __name__ == "__main__":
    unittest.main()
