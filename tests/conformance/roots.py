#!/usr/bin/python3
"""Compares tscheck --roots=auto with PyTorch on the classes of torch.nn and of the installed torchvision.

usage: roots.py [--json] [--show]
  torch.nn       each case of nn_cases is scripted in a file of its own: the file is flagged exactly when PyTorch refuses the instance
  one file       the same cases in one file: the line of each case is flagged, whatever the other lines have in common with it
  torchvision    an instance of each class of torchvision, whole models among them, each in a file of its own
  candidates     tscheck --candidates names each class of the installed torch.nn and torchvision exactly when PyTorch refuses the instance;
                 the classes in NOT_KNOWN are not compared
  not judged     without --candidates nothing is reported about the installed packages, which script none of their classes
An instance is made without arguments, with those of ARGUMENTS, by nn_cases, or is part of a built model. --show prints the cases that differ, and
the classes that have no instance.
"""
import sys

sys.path.pop(0)  # this folder has scripts with the names of modules that PyTorch imports

import argparse  # noqa: E402
import importlib.util  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import re  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../support"))
from case_sample import Sample  # noqa: E402

SAMPLE = Sample(4)
TSCHECK = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tscheck")
PYTHON = "/usr/bin/python3"
PACKAGES = "/usr/lib/python3/dist-packages"
PARTS = ("torch.nn", "torchvision.models", "torchvision.ops", "torchvision.transforms")
TOPICS = ("basic", "activation", "loss", "rnn", "transformer")
# Builders that need no download, the small one of each family. Together they have an instance of most classes.
BUILDERS = ("alexnet", "convnext_tiny", "densenet121", "efficientnet_b0", "efficientnet_v2_s", "googlenet", "inception_v3", "maxvit_t",
            "mnasnet0_5", "mobilenet_v2", "mobilenet_v3_small", "regnet_y_400mf", "resnet18", "resnet50", "shufflenet_v2_x0_5",
            "squeezenet1_1", "swin_t", "swin_v2_t", "vgg11", "vit_b_16", "detection.fasterrcnn_mobilenet_v3_large_fpn",
            "detection.fcos_resnet50_fpn", "detection.keypointrcnn_resnet50_fpn", "detection.maskrcnn_resnet50_fpn",
            "detection.retinanet_resnet50_fpn", "detection.ssd300_vgg16", "detection.ssdlite320_mobilenet_v3_large",
            "optical_flow.raft_small", "optical_flow.raft_large", "quantization.googlenet", "quantization.inception_v3",
            "quantization.mobilenet_v2", "quantization.mobilenet_v3_large", "quantization.resnet18", "quantization.resnet50",
            "quantization.shufflenet_v2_x0_5", "segmentation.deeplabv3_resnet50", "segmentation.fcn_resnet50",
            "segmentation.lraspp_mobilenet_v3_large", "video.mc3_18", "video.mvit_v1_b", "video.r2plus1d_18", "video.r3d_18",
            "video.s3d", "video.swin3d_t")
# By the class's name.
ARGUMENTS = {
    "CenterCrop": "8", "Compose": "[]", "ConvNormActivation": "2, 3", "ConvertImageDtype": "torch.float32",
    "DataParallel": "nn.Linear(2, 2)", "DeformConv2d": "2, 3, 3", "DropBlock2d": "0.1, 3", "DropBlock3d": "0.1, 3",
    "FastRCNNConvFCHead": "(4, 7, 7), [4], [8]", "FiveCrop": "8", "FrozenBatchNorm2d": "4", "GaussianBlur": "3",
    "ImageClassification": "crop_size=8", "JPEG": "50", "LinearTransformation": "torch.eye(4), torch.zeros(4)",
    "Normalize": "[0.5], [0.5]", "PSRoIAlign": "2, 1.0, 1", "PSRoIPool": "2, 1.0", "Pad": "[2]", "Permute": "[1, 0]",
    "RandomAdjustSharpness": "0.5", "RandomAffine": "10.0", "RandomApply": "nn.ModuleList([nn.ReLU()])", "RandomCrop": "8",
    "RandomCropVideo": "8", "RandomPosterize": "2", "RandomResize": "4, 8", "RandomResizedCrop": "8", "RandomResizedCropVideo": "8",
    "RandomRotation": "10.0", "RandomShortestSize": "8", "RandomSolarize": "0.5", "Resize": "[8, 8]", "RoIAlign": "2, 1.0, 1",
    "RoIPool": "2, 1.0", "SSDScoringHead": "nn.ModuleList([nn.Conv2d(2, 4, 1)]), 2", "ScaleJitter": "(8, 8)",
    "SemanticSegmentation": "resize_size=8", "StochasticDepth": "0.1, 'row'", "TenCrop": "8", "Threshold": "0.1, 20.0",
    "ToDtype": "torch.float32", "UniformTemporalSubsample": "2", "VideoClassification": "crop_size=(4, 4), resize_size=(8,)",
    "_BatchNorm": "4", "_LPPoolNd": "2, 3", "_NormBase": "4",
    "_SpectralNorm": "torch.eye(3)",
}
HEAD = "import torch\nimport torch.nn.functional as F\nimport torchvision\nfrom collections import OrderedDict\nfrom torch import nn\n"
# Classes that PyTorch refuses and that no candidate names, by design: an instance made from unknown arguments is not known, or is
# incomplete, and a false report is worse than a missing one. The group `torchvision` scripts instances with known arguments.
NOT_KNOWN = {
    "AdaptiveLogSoftmaxWithLoss": "the required `cutoffs` decide which layers it has",
    "RandomCropVideo": "__init__ does not call nn.Module.__init__, so that its instance with unknown arguments is incomplete",
    "RandomResizedCropVideo": "as RandomCropVideo",
}
# Answers each line of standard input, an expression, with whether PyTorch scripts its value; null: the value cannot be made.
REFERENCE = HEAD + r"""
import json, sys, warnings
warnings.simplefilter("ignore")
def scripts(value):
    try:
        torch.jit.script(value)
        return True
    except Exception:
        return False
for line in sys.stdin:
    try:
        made = eval(line)
    except Exception:
        print("null", flush=True)
        continue
    print(json.dumps(scripts(made)), flush=True)
"""
# Prints, for each class of modules that the packages' files define: its module, its name, its file, the first of the expressions
# that makes an instance, and whether PyTorch scripts that instance. Arguments: the parts of the packages, the builders, the arguments
# by class, and the constructors by class.
CLASSES = REFERENCE + r"""
import importlib, inspect, pkgutil
parts, builders, arguments, cases = map(json.loads, sys.argv[1:])
found = {}
for part in parts:
    package = importlib.import_module(part)
    for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        try:
            module = importlib.import_module(info.name)
        except Exception:
            continue
        for name, value in vars(module).items():
            if isinstance(value, type) and issubclass(value, nn.Module) and value.__module__ == info.name:
                found[value] = [info.name, name, inspect.getsourcefile(module), None, None]
for cls, row in found.items():
    given = [f"{row[1]}({arguments[row[1]]})"] if row[1] in arguments else []
    for expression in (f"{row[1]}()", *given, cases.get(row[1], "None")):
        try:
            made = eval(expression, {**globals(), row[1]: cls})
        except Exception:
            continue
        # A lazy module gets its parameters later, so that it cannot be scripted yet.
        if type(made) is cls and not isinstance(made, nn.modules.lazy.LazyModuleMixin):
            row[3:] = f"from {row[0]} import {row[1]}; {expression}", scripts(made)
            break
for builder in builders:
    folder, _, name = ("torchvision.models." + builder).rpartition(".")
    try:
        make = getattr(importlib.import_module(folder), name)
        given = [key for key in ("weights", "weights_backbone") if key in inspect.signature(make).parameters]
        model = make(**dict.fromkeys(given))
    except Exception:
        continue
    none = ", ".join(f"{key}=None" for key in given)
    for path, part in model.named_modules():
        row = found.get(type(part))
        if row and not row[3]:
            row[3:] = f"from {folder} import {name}; {name}({none})" + (f".get_submodule({path!r})" if path else ""), scripts(part)
print(json.dumps(list(found.values())))
"""


def ask(program, *arguments, lines=()):
    done = subprocess.run([PYTHON, "-c", program, *arguments], input="".join(line + "\n" for line in lines),
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def reports(*arguments):
    done = subprocess.run([TSCHECK, "--roots=auto", "--format=json", *arguments], capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(f"tscheck ended with {done.returncode}: {done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.split("\n") if line]  # splitlines() also ends a line at U+2028


def nn_cases():
    """(class, constructor) of each case."""
    found = []
    for topic in TOPICS:
        spec = importlib.util.spec_from_file_location(topic, os.path.join(HERE, "nn_cases", topic + ".py"))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found += [(case[0], case[1]) for case in module.CASES if "\n" not in case[1]]
    return found


def script_of(expression):
    """The lines of a file that scripts the expression's value; `from a import b; ` may precede the expression."""
    imported, _, expression = expression.rpartition("; ")
    return f"{imported}\ntorch.jit.script({expression})\n".lstrip("\n")


def difference(expression, scripts):
    return expression, "PyTorch scripts it" if scripts else "PyTorch refuses it"


def compare(expressions, verdicts, flagged):
    """(number of comparisons, those in which the flag contradicts PyTorch)."""
    known = [i for i, verdict in enumerate(verdicts) if verdict is not None]
    return len(known), [difference(expressions[i], verdicts[i]) for i in known if (i in flagged) == verdicts[i]]


def in_files(expressions, verdicts):
    """Each expression in a file of its own. A report in another file is also a difference."""
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for i, expression in enumerate(expressions):
            names[os.path.join(folder, f"root_{i}.py")] = i
            with open(os.path.join(folder, f"root_{i}.py"), "w", encoding="utf-8") as out:
                out.write(HEAD + script_of(expression))
        found = [report for report in reports(folder) if report["severity"] == "error"]
    total, differ = compare(expressions, verdicts, {names[report["file"]] for report in found if report["file"] in names})
    return total, differ + [(f"{report['file']}:{report['line']}", report["message"]) for report in found if report["file"] not in names]


def in_one_file(expressions, verdicts):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "export.py")
        with open(path, "w", encoding="utf-8") as out:
            out.write(HEAD + "".join(script_of(expression) for expression in expressions))
        lines = {report["line"] for report in reports(path) if report["severity"] == "error" and report["file"] == path}
    return compare(expressions, verdicts, {line - HEAD.count("\n") - 1 for line in lines})


def as_candidates(classes):
    """The report of a candidate is in the file of the class, or in one with code that the class uses. A class is identified by
    its name, or where several classes have the name, by its file."""
    flagged = {}
    for report in reports("--candidates", *(os.path.join(PACKAGES, part.replace(".", "/")) for part in PARTS)):
        for note in report["notes"]:
            name = re.match(r"nothing scripts '(\w+)'", note["message"])
            if name:
                flagged.setdefault(name[1], set()).add(report["file"])
    names = [name for _, name, *_ in classes]
    positions = {i for i, (_, name, path, *_) in enumerate(classes)
                 if name in flagged and (path in flagged[name] or names.count(name) == 1)}
    verdicts = [None if name in NOT_KNOWN and i not in positions else verdict
                for i, (_, name, _, _, verdict) in enumerate(classes)]
    return compare([f"{module}.{name}" for module, name, *_ in classes], verdicts, positions)


def unjudged():
    found = reports(*(os.path.join(PACKAGES, part.replace(".", "/")) for part in PARTS))
    return len(PARTS), [(f"{one['file']}:{one['line']}", one["message"]) for one in found]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    by_class = dict(reversed(nn_cases()))  # the first constructor of each class
    cases = SAMPLE.keep(dict.fromkeys(constructor for _, constructor in nn_cases()))
    verdicts = ask(REFERENCE, lines=cases)
    classes, = ask(CLASSES, json.dumps(PARTS), json.dumps(SAMPLE.keep(BUILDERS)), json.dumps(ARGUMENTS), json.dumps(by_class))
    missing = [f"{module}.{name}" for module, name, _, made, _ in classes if not made]
    made = [row for row in classes if row[3]]
    vision = [row for row in made if row[0].startswith("torchvision.")]
    groups = {
        "torch.nn": in_files(cases, verdicts),
        "one file": in_one_file(cases, verdicts),
        "torchvision": in_files([row[3] for row in vision], [row[4] for row in vision]),
        "candidates": as_candidates(made),
        "not judged": unjudged(),
    }
    for name, (total, differ) in groups.items():
        passed = max(0, total - len(differ))
        if options.json:
            print(json.dumps({"suite": "roots", "group": name, "passed": passed, "total": total, "failing": [one[0] for one in differ]}))
        else:
            print(f"{name:12} {passed} of {total}")
        if options.show:
            for case, reason in differ:
                print(f"    {case}: {reason}")
    if not options.json:
        print(f"{len(missing)} classes have no instance" + (":\n    " + "\n    ".join(missing) if options.show else ""))
    SAMPLE.tell()
    return 1 if any(differ for _, differ in groups.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
