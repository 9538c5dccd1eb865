#!/usr/bin/python3
"""Compares torch.jit.trace under `tsdbg run` with PyTorch's on small functions and modules.

usage: trace.py [--json] [--show] [CASE...]
Debian's python3 with torch and tsdbg run the programs in tests/conformance/trace, and a program generated from
tests/conformance/nn_cases (the group "torch.nn"). Each prints the traces of its cases. The groups compare: acceptance or the
class of the exception, the canonical graph (with calls and inlined), the code of all methods, the tracer's warnings (line and
cause), and the results of the trace on other inputs. CASEs, names of functions and classes, select cases; --show prints the
differences.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse  # noqa: E402
import difflib  # noqa: E402
import importlib.util  # noqa: E402
import json  # noqa: E402
import math  # noqa: E402
import os  # noqa: E402
import pathlib  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / 'support'))
from known_failures import KnownFailures  # noqa: E402

PROGRAMS = pathlib.Path(__file__).resolve().parent / 'trace'
GROUPS = ('traced', 'graph', 'inlined', 'code', 'codes', 'lost', 'results')
LAYERS = """import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor
from harness import case, run_all


def layer(name, make, inputs):
    def module():
        return make()
    module.__name__ = name
    case(inputs, made=True, check_trace=False)(module)


%s
run_all()
"""
# Causes of warnings, and parts of the messages that show them, in PyTorch's and in our words. The first match counts.
CAUSES = {
    'boolean': ('Python boolean', 'Python bool '), 'float': ('Python float',), 'integer': ('Python integer', 'Python int '),
    'number': ('Python number', 'item()'), 'list-output': ('list at the output', 'list is among'),
    'list': ('Python list', 'tolist()'), 'length': ('Using len', 'len() of a tensor'), 'iteration': ('Iterating over', 'iterating over'),
    'constructor': ('results are registered as constants', 'recorded as a constant'), 'resize': ('resize_',),
    'nondeterministic': ('nondeterministic nodes', 'random operators'), 'output-differs': ('does not match', 'differs from that of'),
}


def cause_of(message):
    for cause, words in CAUSES.items():
        if any(word in message for word in words):
            return cause
    return message


def run(command, path, cases):
    environment = dict(os.environ, OMP_NUM_THREADS='1', PYTHONHASHSEED='0')
    done = subprocess.run([*command, str(path), *cases], capture_output=True, text=True, env=environment, cwd=path.parent)
    made = {}
    for line in done.stdout.splitlines():
        if line.startswith('{'):
            case = json.loads(line)
            made[case['name']] = case
    return made, done.stderr


def write_layers(path):
    """Writes a program with the cases of nn_cases that run on the CPU and have positional inputs."""
    lines = []
    for name in ('basic', 'activation', 'loss', 'rnn', 'transformer'):
        spec = importlib.util.spec_from_file_location(f'{name}_cases', PROGRAMS.parent / 'nn_cases' / f'{name}.py')
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for cls, made, inputs in module.CASES:
            if not inputs or not inputs.strip() or 'names=' in inputs or 'quantiz' in made or 'meta' in made or '*' in inputs:
                continue
            line = f"layer('{cls}_{len(lines)}', lambda: {made}, lambda: ({inputs}{'' if inputs.rstrip().endswith(',') else ','}))"
            try:
                compile(line, name, 'exec')
            except SyntaxError:
                continue  # it has keyword arguments
            lines.append(line)
    path.write_text(LAYERS % '\n'.join(lines), encoding='utf-8')
    (path.parent / 'harness.py').write_text((PROGRAMS / 'harness.py').read_text(encoding='utf-8'), encoding='utf-8')


def close(a, b):
    if isinstance(a, float) and isinstance(b, (int, float)):
        return a == b or math.isnan(a) and math.isnan(b) or abs(a - b) <= 1e-5 + 1e-4 * abs(a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(close, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(close(value, b[key]) for key, value in a.items())
    return a == b


def normal(case, lines):
    """Replaces warnings by line and cause. The line is 0 for a warning that PyTorch locates in its own files."""
    case['lost'] = [[line if line <= lines and cause_of(text) not in ('list-output', 'nondeterministic', 'output-differs') else 0,
                     cause_of(text)] for line, text in case['lost']]
    case['traced'] = case.get('error', 'yes')
    return case


def differing(want, have):
    groups = [group for group in GROUPS if group in want]
    return groups, [group for group in groups if not (group in have and close(want[group], have[group]))]


def show(name, group, want, have):
    print(f'--- {name}: {group}')
    if isinstance(want, dict) and isinstance(have, dict):
        want, have = ('\n'.join(f'{key}: {value}' for key, value in sorted(each.items())) for each in (want, have))
    if not isinstance(want, str) or not isinstance(have, str):
        print(f'PyTorch: {want}\nours:    {have}')
        return
    print('\n'.join(difflib.unified_diff(want.splitlines(), have.splitlines(), 'PyTorch', 'ours', lineterm='', n=2)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--json', action='store_true')
    parser.add_argument('--show', action='store_true')
    parser.add_argument('cases', nargs='*')
    args = parser.parse_args()
    ours = [os.path.abspath(os.path.join(os.environ.get('JITSCOPE_BIN', 'build/release/bin'), 'tsdbg')), 'run']
    groups = {group: [0, 0, []] for group in (*GROUPS, 'torch.nn')}
    known = KnownFailures.of('trace')

    def compare(path, are_layers=False):
        lines = path.read_text(encoding='utf-8').count('\n')
        expected, _ = run(['/usr/bin/python3', '-B'], path, args.cases)
        got, problems = run(ours, path, args.cases)
        if len(got) < len(expected) and args.show:
            print(problems[-2000:])
        for name, want in expected.items():
            want = normal(want, lines)
            have = normal(got[name], lines) if name in got else {}
            compared, wrong = differing(want, have)
            counted = [('torch.nn', not wrong)] if are_layers else [(group, group not in wrong) for group in compared]
            for group, passed in counted:
                known.judge(group, name, passed)
                groups[group][0] += passed
                groups[group][1] += 1
                if not passed:
                    groups[group][2].append(name)
            for group in wrong if args.show else ():
                show(name, group, want[group], have.get(group))

    for path in sorted(PROGRAMS.glob('*.py')):
        if path.stem != 'harness':
            compare(path)
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / 'torch_nn.py'
        write_layers(program)
        compare(program, are_layers=True)
    for group, (passed, total, fails) in groups.items():
        if args.json:
            print(json.dumps(dict(suite='trace', group=group, passed=passed, total=total, fails=fails)))
        else:
            print(f'{group:10} {passed:4} of {total:4}  {100 * passed / max(total, 1):6.2f}%   {" ".join(fails)}')
    sys.exit(0 if known.tell(whole=not args.cases) else 1)


if __name__ == '__main__':
    main()
