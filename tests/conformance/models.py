#!/usr/bin/python3
"""Compares models of torchvision under `tsdbg run` with PyTorch: eager, scripted and traced.

usage: models.py [--json] [--show] [--engine=compiled] [MODEL...]
Each model gets weights and inputs from one seed, is traced on one image and runs on a batch of two. The results of all three
engines must be within 1e-4 of PyTorch's eager results, relative to their largest value. The canonical traced graphs must be
equal texts. --show prints the differences. --engine=compiled runs scripted and traced code as machine code. The lists
known/models-VERSION.txt hold for both engines.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse  # noqa: E402
import difflib  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import pathlib  # noqa: E402
import subprocess  # noqa: E402

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / 'support'))
from case_sample import Sample  # noqa: E402
from known_failures import KnownFailures  # noqa: E402

SAMPLE = Sample(6)
PROGRAM = pathlib.Path(__file__).resolve().parent / 'models' / 'program.py'
TOLERANCE = 1e-4
SECONDS = 300
# Models, and the sizes of their images.
MODELS = {
    'alexnet': 224, 'vgg11': 224, 'vgg11_bn': 224, 'resnet18': 224, 'resnet50': 224, 'resnext50_32x4d': 224, 'wide_resnet50_2': 224,
    'squeezenet1_0': 224, 'squeezenet1_1': 224, 'densenet121': 224, 'googlenet': 224, 'inception_v3': 299, 'mobilenet_v2': 224,
    'mobilenet_v3_large': 224, 'mobilenet_v3_small': 224, 'mnasnet0_5': 224, 'shufflenet_v2_x0_5': 224, 'shufflenet_v2_x1_0': 224,
    'efficientnet_b0': 224, 'efficientnet_b1': 240, 'efficientnet_v2_s': 224, 'regnet_x_400mf': 224, 'regnet_y_400mf': 224,
    'regnet_x_800mf': 224, 'regnet_y_800mf': 224, 'convnext_tiny': 224, 'swin_t': 224, 'swin_v2_t': 256, 'vit_b_32': 224,
    'maxvit_t': 224,
}
GROUPS = ('results', 'trace graphs')


def run(command, name):
    environment = dict(os.environ, OMP_NUM_THREADS='1', PYTHONHASHSEED='0', PYTHONWARNINGS='ignore')
    try:
        done = subprocess.run([*command, str(PROGRAM), name, str(MODELS[name])], capture_output=True, text=True, timeout=SECONDS,
                              env=environment)
    except subprocess.TimeoutExpired:
        return None, f'ran for more than {SECONDS} s'
    lines = [line for line in done.stdout.splitlines() if line.startswith('{')]
    return (json.loads(lines[-1]) if lines else None), done.stderr[-2000:]


def farthest(want, have):
    """The largest difference, relative to the largest value."""
    if len(want) != len(have):
        return float('inf')
    largest = max(map(abs, want)) or 1.0
    difference = max(abs(a - b) for a, b in zip(want, have))
    return difference / largest if difference == difference else float('inf')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--json', action='store_true')
    parser.add_argument('--show', action='store_true')
    parser.add_argument('--engine', choices=['script', 'compiled'], default='script')
    parser.add_argument('models', nargs='*')
    args = parser.parse_args()
    ours = [os.path.abspath(os.path.join(os.environ.get('JITSCOPE_BIN', 'build/release/bin'), 'tsdbg')), 'run']
    if args.engine == 'compiled':
        ours.append('--jit=compile')
    chosen = SAMPLE.keep(name for name in MODELS if not args.models or name in args.models)
    groups = {group: [0, []] for group in GROUPS}
    known = KnownFailures.of('models')
    for name in chosen:
        want, problem = run(['/usr/bin/python3', '-B'], name)
        if want is None:
            sys.exit(f'{name} fails in PyTorch: {problem}')
        have, problem = run(ours, name)
        distances = {engine: farthest(want['eager'], have[engine]) if have else float('inf') for engine in ('eager', 'script', 'trace')}
        verdicts = {'results': max(distances.values()) <= TOLERANCE, 'trace graphs': bool(have) and have['graph'] == want['graph']}
        for group, passed in verdicts.items():
            known.judge(group, name, passed)
            groups[group][0] += passed
            if not passed:
                groups[group][1].append(name)
        if args.show:
            print(f'{name}: {distances if have else problem}')
            if have and not verdicts['trace graphs']:
                print('\n'.join(list(difflib.unified_diff(want['graph'].splitlines(), have['graph'].splitlines(), 'PyTorch', 'ours',
                                                          lineterm='', n=1))[:40]))
            sys.stdout.flush()
    for group, (passed, fails) in groups.items():
        if args.json:
            print(json.dumps(dict(suite='models', group=group, passed=passed, total=len(chosen), fails=fails)))
        else:
            print(f'{group:14} {passed:3} of {len(chosen):3}   {" ".join(fails)}')
    SAMPLE.tell()
    sys.exit(0 if known.tell(whole=len(chosen) == len(MODELS)) else 1)


if __name__ == '__main__':
    main()
