"""Lays out the boxes and edges of pictures of tsviz in other ways, and measures each: processor time, crossings of edges, length of edges,
size of the picture. docs/layout.md has the results and pictures of some.

usage: layouts.py [--json] [--pictures FOLDER] [--limit SECONDS]

The ways: ours; `dot` on each group by itself, inner groups first; `dot` on all boxes with groups as clusters, with curves and with
orthogonal edges; `dot` on all boxes without groups. Times of `dot` are without its start, ours without reading and compiling the model.
"""
import argparse
import json
import os
import re
import resource
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from xml.sax.saxutils import escape

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
from viz import Generator  # noqa: E402

BIN = os.environ.get("JITSCOPE_BIN", "build/release/bin")
SVG = "{http://www.w3.org/2000/svg}"
HEADER, PAD, PIN = 24, 16, 2  # of a frame: its bar, the room around its content; the size of a border's end
# Name, and the arguments of tsviz.
PICTURES = [
    ("inception", ["torchvision.models.googlenet:googlenet", "--init", "init_weights=False", "--focus", "inception3a"]),
    ("attention", ["torchvision.models.swin_transformer:swin_t", "--init", "", "--focus", "features.1.1.attn", "--depth", "3"]),
    ("googlenet", ["torchvision.models.googlenet:googlenet", "--init", "init_weights=False", "--depth", "9"]),
    ("densenet121", ["torchvision.models.densenet:densenet121", "--init", "", "--focus", "features.denseblock1", "--depth", "1"]),
]
DRAWN = [("inception", "ours"), ("inception", "dot, clusters"), ("inception", "dot, clusters, orthogonal"), ("inception", "dot, flat"),
         ("densenet121", "ours"), ("densenet121", "dot by groups")]


class Box:
    """A box, or a frame around others. `parent` is an index, or None."""

    def __init__(self, place, texts, look, parent=None):
        self.x, self.y, self.width, self.height = place
        self.texts, self.look, self.parent = texts, look, parent

    def contains(self, other):
        return (self.x <= other.x and other.x + other.width <= self.x + self.width
                and self.y <= other.y and other.y + other.height <= self.y + self.height)


class Scene:
    """Boxes; edges as (source, target) with points along them. An end is an index of a box, or (frame, "in" or "out")."""

    def __init__(self, boxes, edges, width, height):
        self.boxes, self.edges, self.width, self.height = boxes, edges, width, height

    def crossings(self):
        count = 0
        for i, (ends, points) in enumerate(self.edges):
            for others, other in self.edges[:i]:
                if not set(ends) & set(others) and areas_meet(points, other):
                    count += sum(meet(*a, *b) for a in zip(points, points[1:]) for b in zip(other, other[1:]))
        return count

    def length(self):
        return sum(((b[0] - a[0])**2 + (b[1] - a[1])**2)**.5 for _, points in self.edges for a, b in zip(points, points[1:]))

    def svg(self):
        """The scene as a small picture."""
        out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width / 2:.0f}" height="{self.height / 2:.0f}" '
               f'viewBox="0 0 {self.width:.0f} {self.height:.0f}" font-family="DejaVu Sans Mono, monospace" font-size="11">',
               '<rect width="100%" height="100%" fill="#fff"/>']
        for box in self.boxes:
            fill, stroke = {"frame": ("#8090a814", "#b9c3d0"), "group": ("#fff", "#7d8da3")}.get(box.look, ("#e8f1fd", "#5b94d6"))
            out.append(f'<rect x="{box.x:.0f}" y="{box.y:.0f}" width="{box.width:.0f}" height="{box.height:.0f}" rx="6" fill="{fill}" '
                       f'stroke="{stroke}"/>')
            for i, text in enumerate(box.texts):
                weight = ' font-weight="600"' if i == 0 else ""
                out.append(f'<text x="{box.x + 11:.0f}" y="{box.y + 16 + 14 * i:.0f}"{weight}>{escape(text)}</text>')
        for _, points in self.edges:
            path = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
            out.append(f'<polyline points="{path}" fill="none" stroke="#3b78c4" stroke-width="1.3"/>')
        return "\n".join(out + ["</svg>", ""])


def areas_meet(first, second):
    """True if the rectangles around two lists of points meet."""
    return all(min(p[k] for p in first) <= max(p[k] for p in second) and min(p[k] for p in second) <= max(p[k] for p in first) for k in (0, 1))


def meet(a, b, c, d):
    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def along(points):
    """Points along Bézier curves: the start, then three points for each."""
    found, at = [points[0]], points[0]
    for i in range(1, len(points) - 2, 3):
        a, b, c = points[i:i + 3]
        if at[0] == a[0] == b[0] == c[0] or at[1] == a[1] == b[1] == c[1]:
            found.append(c)
        else:
            for t in (k / 12 for k in range(1, 13)):
                found.append(tuple((1 - t)**3 * at[k] + 3 * (1 - t)**2 * t * a[k] + 3 * (1 - t) * t**2 * b[k] + t**3 * c[k] for k in (0, 1)))
        at = c
    return found


def read(svg):
    """The scene of a picture of tsviz."""
    root = ElementTree.fromstring(svg)
    boxes = []
    for group in root.iter(SVG + "g"):
        if group.get("class") in ("box", "open", "pin"):
            rect = [each for each in group.findall(SVG + "rect") if "sheet" not in each.get("class")][0]
            look = "frame" if group.get("class") == "open" else rect.get("class").split()[0]
            place = [float(rect.get(key)) for key in ("x", "y", "width", "height")]
            boxes.append(Box(place, [text.text or "" for text in group.findall(SVG + "text")], look))
    for i, box in enumerate(boxes):
        around = [k for k, frame in enumerate(boxes) if k != i and frame.look == "frame" and frame.contains(box)]
        box.parent = min(around, key=lambda k: boxes[k].width * boxes[k].height, default=None)

    def end(point, is_start):
        for i, box in enumerate(boxes):
            inside = box.x - 1 <= point[0] <= box.x + box.width + 1
            if not inside:
                continue
            if abs(point[1] - (box.y + box.height if is_start else box.y)) < 1:
                return i
            if box.look == "frame" and abs(point[1] - (box.y + HEADER if is_start else box.y + box.height)) < 1:
                return i, "in" if is_start else "out"
        return None

    # A long edge consists of pieces that join at bends, which edges of one value share.
    starts, pieces = {}, []
    for path in root.find(f".//{SVG}g[@class='edges']").findall(SVG + "path"):
        if path.get("class") == "tip":
            continue
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.get("d"))]
        points = along(list(zip(numbers[::2], numbers[1::2])))
        starts.setdefault(points[0], []).append(points)
        pieces.append(points)
    edges = []

    def follow(source, points):
        target = end(points[-1], False)
        if target is not None:
            edges.append(((source, target), points))
            return
        for piece in starts.get(points[-1], []):
            follow(source, points + piece[1:])

    for points in pieces:
        source = end(points[0], True)
        if source is not None:
            follow(source, points)
    return Scene(boxes, edges, float(root.get("width")), float(root.get("height")))


def leaf_edges(scene):
    """The edges from box to box, through the borders of frames."""
    inner = {}
    for (source, target), _ in scene.edges:
        inner.setdefault(source, []).append(target)
    found = set()

    def follow(source, target):
        key = (target, "in")
        if isinstance(target, int) and scene.boxes[target].look != "frame":
            found.add((source, target))
        elif isinstance(target, int):
            for each in inner.get(key, []):
                follow(source, each)
        else:
            for each in inner.get(target[0], []):
                follow(source, each)

    for source, targets in inner.items():
        if isinstance(source, int) and scene.boxes[source].look != "frame":
            for target in targets:
                follow(source, target)
    return sorted(found)


def cpu(command, source=None, limit=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=source, capture_output=True, text=True, timeout=limit, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def dot(source, limit):
    """The graphs of a text, laid out, and the seconds without the start of the program."""
    start = min(cpu(["dot", "-Tjson0"], "digraph {}")[1] for _ in range(3))
    text, seconds = min((cpu(["dot", "-Tjson0"], source, limit) for _ in range(3)), key=lambda each: each[1])
    decoder, at, graphs = json.JSONDecoder(), 0, []
    while at < len(text.rstrip()):
        graph, at = decoder.raw_decode(text, at)
        graphs.append(graph)
        at += 1
    return graphs, max(0, seconds - start)


def node_text(name, width, height):
    return f'"{name}" [shape=box, fixedsize=true, label="", width={width / 72:.3f}, height={height / 72:.3f}];'


def numbers(text):
    return [float(number) for number in re.findall(r"-?[\d.]+(?:e[+-]?\d+)?", text)]


def placed_by(graph):
    """The size of a graph that `dot` has laid out, boxes by name, clusters by name, and edges: names with points. y grows downwards."""
    left, bottom, right, top = numbers(graph["bb"])
    boxes, frames, names = {}, {}, {}
    for each in graph.get("objects", []):
        names[each["_gvid"]] = each["name"]
        if "pos" in each:
            x, y = numbers(each["pos"])
            width, height = float(each["width"]) * 72, float(each["height"]) * 72
            boxes[each["name"]] = (x - width / 2 - left, top - y - height / 2, width, height)
        elif "bb" in each:
            a, b, c, d = numbers(each["bb"])
            frames[each["name"]] = (a - left, top - d, c - a, d - b)
    edges = []
    for each in graph.get("edges", []):
        flat = numbers(each["pos"].replace("e,", ""))
        points = [(x - left, top - y) for x, y in zip(flat[::2], flat[1::2])]
        points = points[1:] + points[:1] if each["pos"].startswith("e,") else points
        edges.append((names[each["tail"]], names[each["head"]], along(points[:len(points) - (len(points) - 1) % 3])))
    return right - left, top - bottom, boxes, frames, edges


def copied(scene, places):
    return [Box(places[i], box.texts, box.look, box.parent) for i, box in enumerate(scene.boxes) if i in places]


def whole(scene, has_clusters, splines, limit):
    """All boxes in one graph."""
    lines = [f'digraph {{ splines={splines}; nodesep=0.3; ranksep=0.45; edge [arrowhead=none];']

    def group(parent):
        for i, box in enumerate(scene.boxes):
            if (box.parent != parent) if has_clusters else (box.look == "frame"):
                continue
            if box.look == "frame":
                lines.append(f'subgraph "cluster{i}" {{ margin=16; label="{"x" * len(box.texts[0])}"; ')
                group(i)
                lines.append("}")
            else:
                lines.append(node_text(i, box.width, box.height))

    group(None)
    lines += [f'"{a}" -> "{b}";' for a, b in leaf_edges(scene)]
    graphs, seconds = dot("\n".join(lines) + "\n}", limit)
    width, height, boxes, frames, edges = placed_by(graphs[0])
    places = {int(name): place for name, place in boxes.items()}
    places.update((int(name[len("cluster"):]), place) for name, place in frames.items())
    return Scene(copied(scene, places), [((int(a), int(b)), points) for a, b, points in edges], width, height), seconds


def by_groups(scene, limit):
    """Each group in a graph of its own; the groups inside have the sizes that their own graphs need."""
    def depth(i):
        return 0 if i is None else 1 + depth(scene.boxes[i].parent)

    frames = [None] + [i for i, box in enumerate(scene.boxes) if box.look == "frame"]
    sizes = {i: (box.width, box.height) for i, box in enumerate(scene.boxes)}
    inside, total = {}, 0
    for level in range(max(map(depth, frames)), -1, -1):
        of_level = [frame for frame in frames if depth(frame) == level]
        texts = []
        for frame in of_level:
            lines = ['digraph { nodesep=0.3; ranksep=0.45; edge [arrowhead=none];']
            lines += [node_text(i, *sizes[i]) for i, box in enumerate(scene.boxes) if box.parent == frame]
            borders = set()
            for (source, target), _ in scene.edges:
                ends = []
                for end in (source, target):
                    owner = scene.boxes[end].parent if isinstance(end, int) else end[0]
                    ends.append(None if owner != frame else str(end) if isinstance(end, int) else end[1])
                if None not in ends:
                    borders |= {end for end in ends if end in ("in", "out")}
                    lines.append(f'"{ends[0]}" -> "{ends[1]}";')
            lines += [f'{{ rank={"min" if name == "in" else "max"}; {node_text(name, PIN, PIN)} }}' for name in sorted(borders)]
            texts.append("\n".join(lines) + "\n}")
        graphs, seconds = dot("\n".join(texts), limit)
        total += seconds
        for frame, graph in zip(of_level, graphs):
            inside[frame] = placed_by(graph)
            width, height = inside[frame][:2]
            sizes[frame] = (width + 2 * PAD, height + HEADER + PAD)
    places, edges = {}, []

    def place(frame, left, top):
        _, _, boxes, _, lines = inside[frame]
        for name, (x, y, width, height) in boxes.items():
            if name in ("in", "out"):
                continue
            places[int(name)] = (left + x, top + y, width, height)
            if int(name) in inside:
                place(int(name), left + x + PAD, top + y + HEADER)
        for a, b, points in lines:
            ends = tuple((frame, end) if end in ("in", "out") else int(end) for end in (a, b))
            edges.append((ends, [(left + x, top + y) for x, y in points]))

    place(None, 0, 0)
    return Scene(copied(scene, places), edges, *inside[None][:2]), total


def layouts(name, arguments, limit):
    """Yields the name of each way, its scene and its seconds; None and None where `dot` is too slow."""
    command = [os.path.join(BIN, "tsviz"), *arguments, "--format"]
    svg, seconds = min((cpu(command + ["svg"]) for _ in range(3)), key=lambda each: each[1])
    compiled = min(cpu(command[:-1] + ["--format", "ir"])[1] for _ in range(3))
    ours = read(svg)
    yield "ours", ours, max(0, seconds - compiled)
    for way, make in (("dot by groups", lambda: by_groups(ours, limit)),
                      ("dot, clusters", lambda: whole(ours, True, "spline", limit)),
                      ("dot, clusters, orthogonal", lambda: whole(ours, True, "ortho", limit)),
                      ("dot, flat", lambda: whole(ours, False, "spline", limit))):
        try:
            yield way, *make()
        except subprocess.TimeoutExpired:
            yield way, None, None


def flat_times(limit):
    """Times of generated graphs by their numbers of nodes: our layers of all groups, and `dot` without groups."""
    for nodes in (250, 500, 1000, 2000):
        generator = Generator(seed=7)
        path = f"/tmp/jitscope-layouts-{os.getpid()}.ir"
        with open(path, "w") as file:
            file.write(generator.graph(nodes))
        try:
            seconds = {form: min(cpu([os.path.join(BIN, "tsviz"), path, "--format", form])[1] for _ in range(3)) for form in ("view", "svg", "ir")}
        finally:
            os.remove(path)
        try:
            _, theirs = dot(generator.dot(), limit)
        except subprocess.TimeoutExpired:
            theirs = None
        yield nodes, seconds["view"] - seconds["ir"], seconds["svg"] - seconds["ir"], theirs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument("--pictures", help="a folder for pictures of some layouts")
    parser.add_argument("--limit", type=float, default=60, help="seconds that dot may take (60)")
    arguments = parser.parse_args()
    rows = []
    for name, command in PICTURES:
        for way, scene, seconds in layouts(name, command, arguments.limit):
            if scene is None:
                rows.append([name, way, "", "", "", f"> {arguments.limit:g} s"])
                continue
            rows.append([name, way, str(scene.crossings()), f"{scene.length() / 1000:.1f}", f"{scene.width:.0f} × {scene.height:.0f}",
                         f"{1000 * seconds:.0f} ms"])
            if arguments.pictures and (name, way) in DRAWN:
                with open(os.path.join(arguments.pictures, f"layout-{name}-{re.sub('[^a-z]+', '-', way)}.svg"), "w") as file:
                    file.write(scene.svg())
    head = ["picture", "layout", "crossings", "edges, 1000 px", "size, px", "time"]
    if arguments.json:
        for row in rows:
            print(json.dumps(dict(zip(head, row))))
    else:
        for row in [head] + rows:
            print(f"{row[0]:14}{row[1]:28}{row[2]:>10}{row[3]:>16}{row[4]:>16}{row[5]:>12}")
    for nodes, layers, picture, theirs in flat_times(arguments.limit):
        known = f"{1000 * theirs:.0f} ms" if theirs is not None else f"> {arguments.limit:g} s"
        if arguments.json:
            print(json.dumps({"nodes": nodes, "layers": round(layers, 4), "picture": round(picture, 4), "dot": theirs and round(theirs, 3)}))
        else:
            print(f"{nodes:6} nodes: our layers {1000 * layers:6.0f} ms, picture with dot by segments {1000 * picture:6.0f} ms, flat dot {known}")


if __name__ == "__main__":
    sys.exit(main())
