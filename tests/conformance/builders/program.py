"""Runs one model of torchvision forward, for the suite "builders". Both PyTorch and tsdbg run this program.

usage: program.py MODULE:NAME HAS_BACKBONE eager|script
torch.manual_seed determines weights and inputs. Prints one line of JSON: for each tensor of the result its shape and its elements,
at most 500 of them.
"""
import importlib
import json
import sys

import torch

IMAGES = {"inception_v3": 299, "vit_": 224, "maxvit": 224, "swin": 128}
CLIPS = {"mvit": (16, 224), "s3d": (16, 224), "r3d": (4, 64), "mc3": (4, 64), "r2plus1d": (4, 64)}


def arguments(module, name):
    if ".detection." in module:
        return ([torch.rand(3, 96, 128)],)
    if ".optical_flow." in module:
        return (torch.rand(1, 3, 128, 128), torch.rand(1, 3, 128, 128), 2)
    for prefix, (frames, size) in CLIPS.items():
        if name.startswith(prefix):
            return (torch.rand(1, 3, frames, size, size),)
    size = next((size for prefix, size in IMAGES.items() if name.startswith(prefix)), 96)
    return (torch.rand(2, 3, size, size),)


def options(module, name, has_backbone):
    made = {"weights": None}
    if has_backbone:
        made["weights_backbone"] = None
    if ".detection." in module and not name.startswith("ssd"):
        made.update(min_size=128, max_size=192)
    if name in ("googlenet", "inception_v3"):
        made["init_weights"] = True
    return made


def tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        return [tensor for key in sorted(value) for tensor in tensors(value[key])]
    if isinstance(value, (list, tuple)):
        return [tensor for item in value for tensor in tensors(item)]
    return []


def main():
    path, has_backbone, engine = sys.argv[1:4]
    module, name = path.split(":")
    torch.manual_seed(0)
    model = getattr(importlib.import_module(module), name)(**options(module, name, has_backbone == "True"))
    model.eval()
    # Weights of zero would hide the results of all layers before them.
    for parameter in model.parameters():
        if parameter.dim() > 1 and not parameter.any():
            torch.nn.init.normal_(parameter, std=0.02)
    inputs = arguments(module, name)
    called = torch.jit.script(model) if engine == "script" else model
    with torch.no_grad():
        result = called(*inputs)
    # Scripted detectors return the losses, too, which are empty.
    print(json.dumps([[list(tensor.shape), tensor.flatten()[:500].tolist()] for tensor in tensors(result)]))


main()
