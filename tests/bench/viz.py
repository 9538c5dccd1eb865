"""Measures large graphs: the picture and the page of tsviz, and plain `dot` on the same graph without blocks and with a time limit. The
page has the layers of all groups; its file size is that of the viewer and the data. In a browser: the time until the page has painted
its first picture, and the memory of its process.

usage: viz.py [--json] [--nodes N] [--limit SECONDS] [--netron FOLDER]

--netron: the folder `source` of Netron's repository. Its page opens the same graph as ONNX, in the same browser.
"""
import argparse
import functools
import http.server
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

BIN = os.environ.get("JITSCOPE_BIN", "build/release/bin")
HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.join(HERE, "../../build/viewer")
MOST_IN_PICTURE = 20_000  # nodes; a larger picture without groups is not readable
TENSOR_OPS = ["relu", "tanh", "neg", "sigmoid"]


def varint(number):
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def field(number, value):
    """A field of a message of Protocol Buffers: a number, or a text or message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


class Generator:
    """Writes a graph of nested If and Loop blocks as IR text. Returns its nodes and edges without the blocks.

    The flat form has every node and every value, also constants, as in a picture without folding."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.edges = []
        self.names = {}
        self.count = 0
        self.values = 0

    def fresh(self):
        self.values += 1
        return f"v.{self.values}"

    def node(self, indent, text, inputs, outputs):
        node = self.count
        self.count += 1
        self.edges += [(self.names[name], node) for name in inputs]
        self.names.update((name, node) for name in outputs)
        self.lines.append("  " * indent + text)

    def block(self, indent, budget, alive, depth):
        """Writes statements with about `budget` nodes. Returns the values that are alive after them."""
        alive = list(alive)
        end = self.count + budget
        while self.count < end:
            recent = alive[-6:]
            kind = self.random.random()
            room = end - self.count
            if kind < 0.12 and depth < 5 and room > 8:
                self.branch(indent, min(room - 2, self.random.randint(6, 60)), alive, depth)
            elif kind < 0.2 and depth < 5 and room > 8:
                self.loop(indent, min(room - 2, self.random.randint(6, 60)), alive, depth)
            elif kind < 0.6:
                a, b, out = self.random.choice(recent), self.random.choice(recent), self.fresh()
                self.node(indent, f"%{out} : Tensor = aten::add(%{a}, %{b}, %one) # model.py:{self.count + 1}:8",
                          [a, b, "one"], [out])
                alive.append(out)
            else:
                a, out = self.random.choice(recent), self.fresh()
                op = self.random.choice(TENSOR_OPS)
                self.node(indent, f"%{out} : Tensor = aten::{op}(%{a}) # model.py:{self.count + 1}:8", [a], [out])
                alive.append(out)
        return alive

    def condition(self, indent, alive):
        a, flag, out = self.random.choice(alive[-6:]), self.fresh(), self.fresh()
        self.node(indent, f"%{flag} : Tensor = aten::any(%{a})", [a], [flag])
        self.node(indent, f"%{out} : bool = aten::Bool(%{flag})", [flag], [out])
        return out

    def branch(self, indent, budget, alive, depth):
        condition, out = self.condition(indent, alive), self.fresh()
        self.node(indent, f"%{out} : Tensor = prim::If(%{condition})", [condition], [out])
        owner = self.names[out]
        for block in range(2):
            self.lines.append("  " * (indent + 1) + f"block{block}():")
            inner = self.block(indent + 2, budget // 2, alive, depth + 1)
            self.lines.append("  " * (indent + 2) + f"-> (%{inner[-1]})")
            self.edges.append((self.names[inner[-1]], owner))
        alive.append(out)

    def loop(self, indent, budget, alive, depth):
        start, out, index, carried = alive[-1], self.fresh(), self.fresh(), self.fresh()
        self.node(indent, f"%{out} : Tensor = prim::Loop(%ten, %true, %{start})", ["ten", "true", start], [out])
        owner = self.names[out]
        self.names.update({index: owner, carried: owner})
        self.lines.append("  " * (indent + 1) + f"block0(%{index} : int, %{carried} : Tensor):")
        inner = self.block(indent + 2, budget, alive + [carried], depth + 1)
        self.lines.append("  " * (indent + 2) + f"-> (%true, %{inner[-1]})")
        alive.append(out)

    def graph(self, nodes):
        self.lines.append("graph(%x.1 : Tensor):")
        self.names["x.1"] = self.count
        self.count += 1
        for name, text in (("one", "int = prim::Constant[value=1]()"), ("ten", "int = prim::Constant[value=10]()"),
                           ("true", "bool = prim::Constant[value=1]()")):
            self.node(1, f"%{name} : {text}", [], [name])
        alive = self.block(1, nodes - self.count, ["x.1"], 0)
        self.lines.append(f"  return (%{alive[-1]})")
        return "\n".join(self.lines) + "\n"

    def onnx(self):
        """The flat form as an ONNX file, written field by field. Constants are left out, as weights are in such files."""
        inputs = {}
        constants = {self.names[name] for name in ("one", "ten", "true")}
        for source, node in self.edges:
            if source not in constants:
                inputs.setdefault(node, []).append(source)
        nodes = b""
        for node in set(range(self.count)) - constants:
            names = [field(1, f"v{source}") for source in inputs.get(node, [])]
            nodes += field(1, b"".join(names) + field(2, f"v{node}") + field(3, f"n{node}") + field(4, "Add" if len(names) > 1 else "Relu"))
        graph = nodes + field(2, "generated") + field(11, field(1, "v0")) + field(12, field(1, f"v{self.count - 1}"))
        return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, 17))

    def dot(self):
        edges = "".join(f"n{a} -> n{b};\n" for a, b in self.edges)
        nodes = "".join(f'n{i} [label="aten::op{i}"];\n' for i in range(self.count))
        return "digraph {\nnode [shape=box];\n" + nodes + edges + "}\n"


def timed(command, limit, source=None):
    """Wall time in seconds; None when the time limit was reached."""
    start = time.perf_counter()
    try:
        subprocess.run(command, input=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=limit, check=True)
    except subprocess.TimeoutExpired:
        return None
    return time.perf_counter() - start


def painted(address, selector, limit):
    """Seconds until a page has painted its picture, and megabytes of its process; None when it takes longer than the limit."""
    command = ["node", os.path.join(HERE, "viz_browser.mjs"), TOOLS, address, selector, f"{limit:g}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return None
    found = json.loads(done.stdout)
    return found["seconds"], found["megabytes"]


class Server:
    """Serves a folder on this machine while it is used as a context. Its value is the address."""

    def __init__(self, folder):
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
        handler.func.log_message = lambda *_: None
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def __exit__(self, *_):
        self.server.shutdown()


def page_rows(sizes, limit, netron):
    """Rows of the time until a page is painted and of its memory, beside Netron when its folder is given."""
    gave_up = not netron
    for nodes in sizes:
        generator = Generator(seed=7)
        text = generator.graph(nodes)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "generated.ir")
            with open(path, "w") as file:
                file.write(text)
            subprocess.run([os.path.join(BIN, "tsviz"), path, "--memory", "8000", "--format=html", "-o", path + ".html"], check=True)
            ours = min(painted("file://" + path + ".html", "[role=treeitem]", 300) for _ in range(3))
            theirs = None
            if not gave_up:
                served = os.path.join(folder, "netron")
                shutil.copytree(netron, served)
                with open(os.path.join(served, "graph.onnx"), "wb") as file:
                    file.write(generator.onnx())
                with Server(served) as address:
                    theirs = painted(f"{address}/?url={address}/graph.onnx", "body.default svg .node", limit)
                gave_up = theirs is None
        reference = theirs or (None, None)
        late = f"Netron was stopped after {limit:g} s, the ratio is a lower bound" if netron and not theirs else ""
        for at, (what, unit) in enumerate([("painted", "s"), ("memory of the page", "MB")]):
            against = reference[at] or (limit if at == 0 and late else None)
            yield {"name": f"{what}, {generator.count} nodes", "ours": round(ours[at], 3), "reference": reference[at] and round(reference[at], 3),
                   "ratio": against and round(against / ours[at], 1), "unit": unit, "note": late if at == 0 else ""}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument("--nodes", type=int, action="append", help="sizes to measure; 2000, 10000 and, for the page, 100000 when not given")
    parser.add_argument("--limit", type=float, default=60, help="seconds that plain dot and Netron may take (60)")
    parser.add_argument("--netron", help="the folder `source` of Netron's repository")
    arguments = parser.parse_args()
    rows = []
    gave_up = False
    for nodes in arguments.nodes or [2000, 10000, 100000]:
        generator = Generator(seed=7)
        text = generator.graph(nodes)
        is_large = nodes > MOST_IN_PICTURE
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "generated.ir")
            with open(path, "w") as file:
                file.write(text)

            def tsviz(form):
                command = [os.path.join(BIN, "tsviz"), path, "--memory", "8000", "--format", form, "-o", f"{path}.{form}"]
                return min(timed(command, 600) for _ in range(1 if is_large else 3))
            page = tsviz("html")
            size = os.path.getsize(path + ".html")
            picture = None if is_large else tsviz("svg")
        # If dot fails at one size, it also fails at larger sizes.
        reference = None if gave_up or is_large else timed(["dot", "-Tsvg"], arguments.limit, generator.dot().encode())
        gave_up = gave_up or reference is None
        for form, ours in (("svg", picture), ("html", page)):
            if ours is None:
                continue
            note = "" if reference or is_large else f"plain dot was stopped after {arguments.limit:g} s, the ratio is a lower bound"
            if form == "html":
                note = f"{size / 1e6:.1f} MB" + ("; " + note if note else "")
            rows.append({"name": f"{form} of {generator.count} nodes", "ours": round(ours, 3),
                         "reference": round(reference, 3) if reference else None,
                         "ratio": None if is_large else round((reference or arguments.limit) / ours, 1), "unit": "s",
                         "note": note})
    pages = list(page_rows(arguments.nodes or [2000, 10000, 100000], arguments.limit, arguments.netron))
    if arguments.json:
        for row in rows + pages:
            print(json.dumps(row))
        return
    print(f"{'':24}{'tsviz':>10}{'plain dot':>12}{'ratio':>10}")
    for row in rows:
        ratio = row["ratio"]
        reference = f"{row['reference']:.2f} s" if row["reference"] else f"> {arguments.limit:g} s" if ratio else ""
        faster = f"{'' if row['reference'] else '>'}{ratio:.0f}x" if ratio else ""
        print(f"{row['name']:24}{row['ours']:>8.2f} s{reference:>12}{faster:>10}  {row['note'].split(';')[0]}".rstrip())

    print(f"\n{'':36}{'tsviz':>12}{'Netron':>12}{'ratio':>10}")
    for row in pages:
        cells = [f"{row[key]:.2f} {row['unit']}" if row[key] else "" for key in ("ours", "reference")]
        print(f"{row['name']:36}{cells[0]:>12}{cells[1]:>12}{str(row['ratio'] or ''):>10}  {row['note']}")


if __name__ == "__main__":
    sys.exit(main())
