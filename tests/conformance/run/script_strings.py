from typing import List, Tuple

import torch


@torch.jit.script
def words(text: str) -> Tuple[List[str], str, int, bool]:
    parts = text.strip().split(" ")
    joined = "-".join(parts)
    return parts, joined.replace("-", "+").upper(), text.find("w"), text.startswith(" ")


@torch.jit.script
def numbers(a: int, b: float) -> Tuple[int, float, int, float, bool, int]:
    return a // 3, b / 2, a % 3, float(a) ** 0.5, a > 3 and b < 2.0, int(b)


@torch.jit.script
def texts(a: int, x: torch.Tensor) -> str:
    return "a=" + str(a) + ", {}".format(a) + f" {a}" + " %s" % a + " " + str(x.size(0))


@torch.jit.script
def loops(n: int) -> List[int]:
    out: List[int] = []
    i = 0
    while True:
        i += 1
        if i % 2 == 0:
            continue
        if i > n:
            break
        out.append(i * i)
    for a, b in zip([1, 2], [3, 4]):
        out.append(a * b)
    for index, value in enumerate(out[:2]):
        out[index] = value + 100
    return out


@torch.jit.script
def shows(x: torch.Tensor):
    print("x:", x, x.shape, x.dtype == torch.float32, [1, 2], (1, "a"), {"k": 1.5}, None, True, 1e-7, "ü")


print(words(" hello wide world "), numbers(10, 1.5), numbers(-7, 3.7))
print(texts(3, torch.ones(4)))
print(loops(9))
shows(torch.tensor([1.0, 2.5]))
shows(torch.zeros(0, 2))
print(words.code)
print(loops.code)
print(texts.code)
