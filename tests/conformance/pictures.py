#!/usr/bin/python3
"""Draws the first view of every model of the installed torchvision and checks the picture.

usage: pictures.py [--json] [--keep FOLDER] [MODEL...]
A first view has 10 to 60 boxes. A program checks its coordinates: boxes do not overlap, texts are inside their boxes, frames contain
what is in them, and no edge runs through a box. The picture, its form in columns and its form with more open groups have to be what
the viewer's page shows: Node.js runs the viewer's layout. The picture on a page of A4, in columns, has to pass the same checks. The time
of a picture is the processor time of tsviz less that of the same target as IR text, because both build and compile the model. It is less
than 200 ms, or than the time of the text: a slow machine slows both. --keep writes the pictures to a folder.
"""
import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../support"))
import first_view  # noqa: E402
import torchvision_models  # noqa: E402
from case_sample import Sample  # noqa: E402
from torchvision_models import SOURCES, target  # noqa: E402

SAMPLE = Sample(6)
TSVIZ = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tsviz")
LEAST_BOXES, MOST_BOXES = 10, 60
MOST_MILLISECONDS = 200
# A thread that OpenBLAS starts when it is loaded waits in a loop, for longer in a longer run. It draws nothing.
ENVIRONMENT = dict(os.environ, OPENBLAS_NUM_THREADS="1")
with open(os.path.join(HERE, "../../core/picture/viewer/src/look.json"), encoding="utf-8") as look:
    LOOK = json.load(look)
BOLD = {"title", "times", "opener"}
ANCHORS = {"times": 1, "opener": 0}  # of texts in a box; others are in the middle
SVG = "{http://www.w3.org/2000/svg}"


class Box:
    def __init__(self, rect):
        self.left, self.top = float(rect.get("x")), float(rect.get("y"))
        self.right = self.left + float(rect.get("width"))
        self.bottom = self.top + float(rect.get("height"))

    def overlaps(self, other):
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom

    def contains(self, other):
        return (self.left <= other.left and other.right <= self.right and self.top <= other.top
                and other.bottom <= self.bottom)

    def has_inside(self, x, y):
        return self.left + 0.5 < x < self.right - 0.5 and self.top + 0.5 < y < self.bottom - 0.5


def width_of(text, kind):
    table = LOOK["boldAdvances" if kind in BOLD else "advances"]
    size = LOOK["sizes"]["title" if kind in BOLD else "detail"]
    return size * sum(table[ord(char) - 32] if " " <= char <= "~" else LOOK["latinAdvance" if ord(char) < 256 else "otherAdvance"]
                      for char in text)


def text_problems(group, box):
    for text in group.findall(SVG + "text"):
        content, kind = text.text or "", text.get("class")
        width = width_of(content, kind)
        start = float(text.get("x")) - (0 if group.get("class") == "open" else ANCHORS.get(kind, 0.5) * width)
        if start < box.left - 0.5 or start + width > box.right + 0.5 or not box.top < float(text.get("y")) < box.bottom:
            yield f"the text `{content}` leaves its box"


def points(path):
    """Points along an SVG path of M, L, C and Q commands."""
    at = None
    for command, numbers in re.findall(r"([MLCQ])([^MLCQ]*)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        pairs = list(zip(values[::2], values[1::2]))
        if command == "M":
            at = pairs[0]
            continue
        controls = [at, *pairs]
        for step in range(33):
            line, t = controls, step / 32
            while len(line) > 1:
                line = [tuple((1 - t) * a[k] + t * b[k] for k in (0, 1)) for a, b in zip(line, line[1:])]
            yield line[0]
        at = pairs[-1]


def check(svg):
    """Returns the number of boxes and the problems of a picture."""
    root = ElementTree.fromstring(svg)
    boxes, frames, problems = [], [], []
    for group in root.iter(SVG + "g"):
        kind = group.get("class")
        if kind not in ("box", "open", "pin box"):
            continue
        rect = [each for each in group.findall(SVG + "rect") if each.get("class") != "sheet"][0]
        box = Box(rect)
        (frames if kind == "open" else boxes).append(box)
        problems += text_problems(group, box)
    for i, box in enumerate(boxes):
        problems += ["two boxes overlap" for other in boxes[:i] if box.overlaps(other)]
        problems += ["a frame cuts a box" for frame in frames if box.overlaps(frame) and not frame.contains(box)]
    for i, frame in enumerate(frames):
        problems += ["two frames overlap" for other in frames[:i]
                     if frame.overlaps(other) and not other.contains(frame) and not frame.contains(other)]
    for edges in root.iter(SVG + "g"):
        if edges.get("class") != "edges":
            continue
        for path in edges.findall(SVG + "path"):
            if "tip" in path.get("class"):
                continue
            if any(box.has_inside(x, y) for x, y in points(path.get("d")) for box in boxes):
                problems.append("an edge runs through a box")
    shown = len([group for group in root.iter(SVG + "g") if group.get("class") in ("box", "open")])
    return shown, problems


def run(name, arguments, form, *more):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([TSVIZ, name, "--init", arguments, "--format", form, *more], capture_output=True, text=True, env=ENVIRONMENT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def page_problems(script, name, arguments):
    """Differences between files and the page, for the first view, columns on a screen, and groups that are open to a depth of three."""
    for label, options, page in (("first view", [], None), ("columns", ["--fit", "1920x1080"], 1920 / 1080), ("open", ["--depth", "3"], None)):
        view = run(name, arguments, "view", *(options if page is None else []))[0].stdout
        file = run(name, arguments, "svg", *options)[0].stdout
        places = first_view.page_places(script, view, page)
        yield from (f"{label}: {problem}" for problem in first_view.differences(places, first_view.file_places(file)))


def measure(record, keep, script):
    name, arguments = target(record)[:-1].split("(", 1)
    done, taken = run(name, arguments, "svg")
    if done.returncode != 0:
        return {"boxes": 0, "problems": [done.stderr.strip()[-300:]], "milliseconds": taken, "kilobytes": 0}
    if keep:
        with open(os.path.join(keep, record["model"] + ".svg"), "w", encoding="utf-8") as file:
            file.write(done.stdout)
    # The least of several differences: other programs on the machine only add time.
    whole, text = min(((run(name, arguments, "svg")[1], run(name, arguments, "ir")[1]) for _ in range(3)), key=lambda pair: pair[0] - pair[1])
    picture = whole - text
    boxes, problems = check(done.stdout)
    _, on_page = check(run(name, arguments, "svg", "--fit", "a4")[0].stdout)
    problems += [f"on A4: {problem}" for problem in on_page]
    problems += page_problems(script, name, arguments) if script else []
    if not LEAST_BOXES <= boxes <= MOST_BOXES:
        problems.append(f"{boxes} boxes")
    if picture > max(MOST_MILLISECONDS, text):
        problems.append(f"{picture:.0f} ms")
    return {"boxes": boxes, "problems": sorted(set(problems)), "milliseconds": max(0, picture), "kilobytes": len(done.stdout) / 1000}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", metavar="FOLDER")
    parser.add_argument("models", nargs="*")
    args = parser.parse_args()
    if not os.path.isdir(SOURCES):
        print(f"torchvision is not installed: {SOURCES} does not exist")
        sys.exit(77)
    records = SAMPLE.keep(torchvision_models.recorded(args.models), lambda record: record["model"])
    has_page = all(shutil.which(program) for program in ("node", "esbuild"))
    if not has_page:
        print("Node.js and esbuild are not installed here: the pictures are not held against the page", file=sys.stderr)
    failing = {}
    results = []
    with tempfile.TemporaryDirectory() as folder:
        script = first_view.bundle(folder) if has_page else None
        for record in records:
            result = measure(record, args.keep, script)
            results.append(result)
            if result["problems"]:
                failing[record["model"]] = result["problems"]
    if args.json:
        print(json.dumps({"suite": "pictures", "group": "first views", "passed": len(records) - len(failing), "total": len(records),
                          "failing": sorted(failing)}))
    else:
        for model, problems in failing.items():
            print(f"{model}: {'; '.join(problems)}")
        for name, unit in (("boxes", ""), ("milliseconds", " ms"), ("kilobytes", " kB")):
            values = sorted(result[name] for result in results)
            print(f"{name:14}{values[0]:8.0f}{unit} to {values[-1]:.0f}{unit}, median {values[len(values) // 2]:.0f}{unit}")
        print(f"first views: {len(records) - len(failing)} of {len(records)} pictures without a problem")
    SAMPLE.tell()
    sys.exit(bool(failing))


if __name__ == "__main__":
    main()
