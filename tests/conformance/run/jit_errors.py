import torch


@torch.jit.script
def check(x: int) -> int:
    if x < 0:
        raise ValueError("negative")
    assert x != 3, "three"
    return 10 // x


print(check(2))
for value in (-1, 3, 0):
    try:
        check(value)
    except Exception as error:
        print(type(error).__name__, isinstance(error, RuntimeError))


def bad(x):
    return x.no_such_method()


try:
    torch.jit.script(bad)
except RuntimeError as error:
    print("RuntimeError")


def lists():
    a = [1, "a"]
    return a


try:
    torch.jit.script(lists)
except RuntimeError:
    print("RuntimeError")


@torch.jit.script
def shapes(a, b):
    return a + b


try:
    shapes(torch.ones(2), torch.ones(3))
except RuntimeError as error:
    print("must match" in str(error))
try:
    shapes(torch.ones(2))
except RuntimeError as error:
    print("missing" in str(error))
check(-5)
