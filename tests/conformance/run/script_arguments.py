import argparse
import json
import os
import random
import sys
from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass

import torch


@dataclass
class Settings:
    width: int = 4
    names: tuple = ("a", "b")


parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=3)
parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
args = parser.parse_args()
print(args.epochs, args.device, len(sys.argv), os.path.basename(sys.argv[0]), __name__)
random.seed(1)
print(random.random(), random.randint(1, 10), random.sample(range(10), 3), random.choice("abc"))
print(json.dumps({"loss": 0.5, "shape": list(torch.zeros(2, 3).shape)}), json.loads("[1, 2]"))
print(Settings(), Counter("hello").most_common(1), list(OrderedDict(a=1).items()), dict(defaultdict(list)))
table = defaultdict(list)
for value in torch.arange(6).tolist():
    table[value % 2].append(value)
print(dict(table), sorted({3, 1, 2}), max([1, 5, 2], key=lambda v: -v))
print("%.3f %5d %-5s|" % (3.14159, 42, "ab"), f"{0.000123:.2e} {1234567:,} {'x':>4}")
sys.exit(3)
