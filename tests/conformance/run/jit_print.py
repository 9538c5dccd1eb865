import torch


@torch.jit.script
def show(x: torch.Tensor, n: int, f: float, s: str):
    print(x)
    print(n, f, s)
    print([1, 2], (1, 2.5), ["a"], {"k": 1})
    print("%s and {}".format(n), True, None)


show(torch.ones(2), 3, 0.5, "text")


@torch.jit.script
def format_all(a: int, b: float) -> str:
    return "{} {}".format(a, b) + " %d %s" % (a, b)


print(format_all(1, 2.5))
