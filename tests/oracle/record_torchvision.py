#!/usr/bin/python3
"""Records the installed PyTorch's results of scripting torchvision's models.

usage: record_torchvision.py [--full FOLDER] [MODEL...] > torchvision.jsonl
Each line is a model: its name, its builder, a flag for the parameter weights_backbone, the number of nodes of its inlined graph
(with nested blocks), and for each method of each submodule ("layer1.0.forward") the first 16 digits of the SHA-256 of its .code.
The digests leave out the numbers of mangled names, which depend on earlier compilations in the process. With --full the codes
themselves go to FOLDER/MODEL.json. Weights are not loaded.
"""
import argparse
import hashlib
import json
import os
import re
import sys
import warnings

warnings.simplefilter("ignore")
import torch  # noqa: E402
import torchvision  # noqa: E402


# No forward runs, so weights need no values. Their initialisation would take most of the time.
for method in ("uniform_", "normal_", "erfinv_", "clamp_", "mul_", "add_"):
    setattr(torch.Tensor, method, lambda self, *args, **kwargs: self)


def count(block):
    return sum(1 + sum(count(inner) for inner in node.blocks()) for node in block.nodes())


def codes(scripted):
    found = {}
    for path, module in scripted.named_modules():
        for name in module._c._method_names():
            found[f"{path}.{name}" if path else name] = module._c._get_method(name).code
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full")
    parser.add_argument("models", nargs="*")
    args = parser.parse_args()
    torch.set_grad_enabled(False)
    for name in args.models or torchvision.models.list_models():
        # Each model has its own process, because types and their compiled methods are shared within a process.
        child = os.fork()
        if child == 0:
            record(name, args.full)
            os._exit(0)
        if os.waitpid(child, 0)[1] != 0:
            sys.exit(f"{name} could not be scripted")


def record(name, folder):
    model = torchvision.models.get_model(name, weights=None, **({"weights_backbone": None} if takes_backbone(name) else {}))
    scripted = torch.jit.script(model.eval())
    found = codes(scripted)
    if folder:
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as out:
            json.dump(found, out)
    digests = {key: digest(code) for key, code in found.items()}
    print(json.dumps(dict(model=name, builder=where(name), has_backbone=takes_backbone(name),
                          nodes=count(scripted.inlined_graph), codes=digests)), flush=True)
    print(name, len(found), file=sys.stderr, flush=True)


def digest(code):
    return hashlib.sha256(re.sub(r"(___torch_mangle_)\d+", r"\1", code).encode()).hexdigest()[:16]


def where(name):
    builder = torchvision.models.get_model_builder(name)
    return f"{builder.__module__}:{builder.__name__}"


def takes_backbone(name):
    import inspect
    return "weights_backbone" in inspect.signature(torchvision.models.get_model_builder(name)).parameters


if __name__ == "__main__":
    main()
