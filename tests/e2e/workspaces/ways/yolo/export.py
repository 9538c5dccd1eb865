"""An exporter in the style of YOLO: a decorator around each format."""
import argparse
from pathlib import Path

import torch

from models.yolo import attempt_load
from utils.general import colorstr, try_export


@try_export
def export_torchscript(model, im, file, optimize, prefix=colorstr("TorchScript:")):
    print(f"{prefix} starting export with torch {torch.__version__}...")
    f = file.with_suffix(".torchscript")
    ts = torch.jit.script(model)  # root
    extra = {"shape": list(im.shape)}
    ts.save(str(f), _extra_files=extra)
    return f, None


@torch.no_grad()
def run(weights="yolo.pt", imgsz=(640, 640), batch_size=1, device="cpu", include=("torchscript",), optimize=False):
    file = Path(weights)
    model = attempt_load(weights, device)
    im = torch.zeros(batch_size, 3, *imgsz)
    for _ in range(2):
        model(im)
    found = [""] * 2
    if "torchscript" in include:
        found[0], _ = export_torchscript(model, im, file, optimize)
    return [str(f) for f in found if f]


def parse_opt():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", default="yolo.pt")
    parser.add_argument("--imgsz", nargs="+", type=int, default=[640, 640])
    parser.add_argument("--include", nargs="+", default=["torchscript"])
    return parser.parse_args()


def main(opt):
    run(**vars(opt))


if __name__ == "__main__":
    main(parse_opt())
