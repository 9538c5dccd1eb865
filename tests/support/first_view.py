"""Compares the SVG of tsviz with the first view of the viewer's page: boxes, labels and the ends of edges."""
import json
import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
SVG = "{http://www.w3.org/2000/svg}"
TOLERANCE = 0.11  # SVG files have one decimal


def bundle(folder):
    """Bundles first_view.ts into a folder. Returns the path of the script for Node.js."""
    script = os.path.join(folder, "first_view.mjs")
    subprocess.run(["esbuild", os.path.join(HERE, "first_view.ts"), "--bundle", "--platform=node", "--format=esm",
                    "--log-level=warning", "--outfile=" + script], check=True)
    return script


def page_places(script, view, aspect=None):
    """The places that the viewer gives to the data of a picture, with columns for a page of this ratio."""
    command = ["node", script] + ([str(aspect)] if aspect else [])
    done = subprocess.run(command, input=view, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def file_places(svg):
    """The same of an SVG file."""
    places = {"boxes": [], "labels": [], "edges": []}
    for element in ElementTree.fromstring(svg).iter():
        kind = element.get("class") or ""
        if element.tag == SVG + "g" and kind in ("box", "pin box", "open"):
            rect = [each for each in element.findall(SVG + "rect") if each.get("class") != "sheet"][0]
            title = [text.text for text in element.findall(SVG + "text") if text.get("class") == "title"][0]
            places["boxes"].append([float(rect.get(key)) for key in ("x", "y", "width", "height")] +
                                   ["open" if kind == "open" else title])
        elif element.tag == SVG + "text" and kind == "label":
            places["labels"].append([float(element.get("x")), float(element.get("y")), element.text])
        elif element.tag == SVG + "path" and kind in ("tensor", "other"):
            numbers = [float(number) for number in re.findall(r"-?[\d.]+", element.get("d"))]
            places["edges"].append([*numbers[:2], *numbers[-2:]])
    return places


def differences(page, file):
    """The differences between the places of a page and those of a file, in words."""
    problems = []
    for kind in ("boxes", "labels", "edges"):
        if len(page[kind]) != len(file[kind]):
            problems.append(f"the page has {len(page[kind])} {kind}, the file {len(file[kind])}")
            continue
        for ours, theirs in zip(page[kind], file[kind]):
            same = all(a == b if isinstance(a, str) else abs(a - b) <= TOLERANCE for a, b in zip(ours, theirs))
            if not same:
                problems.append(f"{kind}: the page has {ours}, the file {theirs}")
                break
    return problems
