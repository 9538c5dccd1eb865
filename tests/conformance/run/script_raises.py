import torch


def check(x):
    if x.dim() != 2:
        raise ValueError(f"expected two dimensions, got {x.dim()}")
    return x


try:
    check(torch.zeros(1))
except ValueError as error:
    print(error)
try:
    torch.zeros(2, 3).view(5)
except RuntimeError as error:
    print(type(error).__name__)
try:
    torch.cat([torch.zeros(2, 3), torch.zeros(3, 2)])
except RuntimeError as error:
    print(type(error).__name__)
try:
    torch.zeros(2).item()
except (ValueError, RuntimeError) as error:
    print(type(error).__name__, error)
try:
    torch.zeros(2) + "a"
except TypeError as error:
    print(type(error).__name__)
try:
    torch.nn.Linear(2, 2)(torch.ones(1, 3))
except RuntimeError as error:
    print(error)
finally:
    print("done")
check(torch.zeros(1, 2, 3))
