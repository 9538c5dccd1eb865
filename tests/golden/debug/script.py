import sys

import torch


@torch.jit.script
def scaled(x, by: int):
    y = x * by
    return y.sum()


def main(names):
    for name in names:
        print("hello", name)
    print(scaled(torch.ones(2, 3), 2))
    raise ValueError("enough of " + names[-1])


main(sys.argv[1:])
