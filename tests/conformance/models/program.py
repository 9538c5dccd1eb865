"""Runs one model of torchvision eager, traced and scripted, for the suite "models". Both PyTorch and tsdbg run this program.

usage: program.py MODEL SIZE
torch.manual_seed determines weights and inputs. Prints one line of JSON: the results of each engine, the traced graph.
"""
import json
import re
import sys

import torch
import torchvision


def canonical(graph):
    text = torch._C._jit_pass_canonicalize(graph.copy()).str(False)
    return re.sub(r' # [^\n]*:\d+:\d+$', '', text, flags=re.M)


def main():
    name, size = sys.argv[1], int(sys.argv[2])
    torch.manual_seed(0)
    options = {'init_weights': True} if name in ('googlenet', 'inception_v3') else {}
    model = getattr(torchvision.models, name)(weights=None, **options)
    model.eval()
    # Weights of zero would hide the results of all layers before them.
    for parameter in model.parameters():
        if parameter.dim() > 1 and not parameter.any():
            torch.nn.init.normal_(parameter, std=0.02)
    x = torch.rand(1, 3, size, size)
    other = torch.rand(2, 3, size, size)
    made = {'model': name}
    with torch.no_grad():
        made['eager'] = model(other).flatten().tolist()
    traced = torch.jit.trace(model, x, check_trace=False)
    made['graph'] = canonical(traced.graph)
    with torch.no_grad():
        made['trace'] = traced(other).flatten().tolist()
    scripted = torch.jit.script(model)
    with torch.no_grad():
        result = scripted(other)
        made['script'] = (result[0] if isinstance(result, tuple) else result).flatten().tolist()
    print(json.dumps(made))


main()
