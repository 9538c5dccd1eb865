"""The cases of the suite onnx: models, their inputs, and other inputs for a dynamic batch."""
from dataclasses import dataclass, field
from typing import Callable

import torch
import torchvision
from torch import nn

import modules
import programs


# One model of each family; with --all the suite has all models.
FAMILIES = {
    "alexnet", "convnext_tiny", "densenet121", "efficientnet_b0", "efficientnet_v2_s", "googlenet", "inception_v3", "maxvit_t", "mnasnet0_5",
    "mobilenet_v2", "mobilenet_v3_small", "regnet_y_400mf", "resnet18", "resnext50_32x4d", "shufflenet_v2_x0_5", "squeezenet1_0", "swin_t",
    "swin_v2_t", "vgg11", "vit_b_32", "lraspp_mobilenet_v3_large", "fcn_resnet50", "deeplabv3_mobilenet_v3_large", "r3d_18", "s3d", "mvit_v2_s",
    "swin3d_t", "fasterrcnn_mobilenet_v3_large_320_fpn", "retinanet_resnet50_fpn", "fcos_resnet50_fpn", "ssdlite320_mobilenet_v3_large",
    "maskrcnn_resnet50_fpn", "keypointrcnn_resnet50_fpn"}


@dataclass
class Case:
    group: str
    name: str
    make: Callable  # a scripted or traced module or function
    inputs: list
    other: list = field(default_factory=list)  # inputs of other sizes; empty: sizes are fixed
    dynamic: str = ""  # the option --dynamic; empty: batch


def traced(build, inputs):
    return lambda: torch.jit.trace(build().eval(), tuple(inputs), check_trace=False, strict=False)


def scripted(build):
    def make():
        made = build() if isinstance(build, type) else build
        return torch.jit.script(made.eval() if isinstance(made, nn.Module) else made)

    return make


def image_cases(names):
    """torchvision's models of images and videos: traced and scripted, with a dynamic batch."""
    for name in names:
        build = torchvision.models.get_model_builder(name)
        if "optical_flow" in build.__module__ or "quantization" in build.__module__:
            continue
        if "video" in build.__module__:
            size = (3, 16, 224, 224) if "mvit" in name or "swin" in name else (3, 4, 64, 64)
        elif name == "inception_v3":
            size = (3, 96, 96)
        else:
            size = (3, 224, 224) if name.startswith(("vit", "maxvit")) else (3, 64, 64)
        options = dict(weights_backbone=None) if "segmentation" in build.__module__ else {}
        if name in ("inception_v3", "googlenet"):
            options = dict(init_weights=False)
        make = lambda build=build, options=options: build(weights=None, **options)  # noqa: E731
        group = "segmentation" if "segmentation" in build.__module__ else "video" if "video" in build.__module__ else "classification"
        inputs, other = [torch.rand(2, *size)], [torch.rand(3, *size)]
        yield Case(f"{group}, traced", name, traced(make, inputs), inputs, other)
        yield Case(f"{group}, scripted", name, lambda make=make: torch.jit.script(make().eval()), inputs, other)


def detection_cases(names):
    for name in names:
        build = torchvision.models.get_model_builder(name)
        make = lambda build=build: torch.jit.script(build(weights=None, weights_backbone=None, min_size=128, max_size=160).eval())  # noqa: E731
        if name.startswith("ssd"):
            make = lambda build=build: torch.jit.script(build(weights=None, weights_backbone=None).eval())  # noqa: E731
        yield Case("detection, scripted", name, make, [[torch.rand(3, 100, 120), torch.rand(3, 90, 130)]])


def module_cases():
    for name, build, inputs, other in modules.CASES:
        yield Case("torch.nn, traced", name, traced(build, inputs), inputs, other)
        yield Case("torch.nn, scripted", name, lambda build=build: torch.jit.script(build().eval()),
                   inputs, other)


def program_cases():
    for name, program, inputs, other, dynamic in programs.CASES:
        yield Case("programs, scripted", name, scripted(program), inputs, other, dynamic)


def cases(every=False):
    """every: all models of torchvision, not only one of each family."""
    torch.manual_seed(0)
    names = [name for name in torchvision.models.list_models() if every or name in FAMILIES]
    detection = set(torchvision.models.list_models(torchvision.models.detection))
    return [*program_cases(), *module_cases(), *image_cases([name for name in names if name not in detection]),
            *detection_cases([name for name in names if name in detection])]
