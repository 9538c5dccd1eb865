"""Measures kernels whose work is known: "python3 limits_programs.py eager|script [NAME...]", or the same under "tsdbg run".

Prints a line for each kernel: its name, the seconds of its fastest call, its operations on floats, the bytes that it must read and write.
"names" instead of a mode prints the names of all kernels.
"""
import sys
import time

import torch
import torch.nn.functional as F

SECONDS = 0.3  # the least time for the calls of a kernel
FEWEST = 5

# Products of the models of model_programs.py: rows, depth, columns.
LAYERS = {"resnet fc": (4, 512, 1000), "vit qkv": (197, 768, 2304), "vit mlp": (197, 768, 3072), "encoder mlp": (512, 256, 1024),
          "language scores": (128, 256, 10000), "projection": (512, 1024, 4096)}
# Convolutions: channels in and out, side of the kernel, side of the image, stride, groups.
RESNET = {"3x3 of 64": (64, 64, 3, 56, 1, 1), "3x3 of 128": (128, 128, 3, 28, 1, 1), "3x3 of 256": (256, 256, 3, 14, 1, 1),
          "3x3 of 512": (512, 512, 3, 7, 1, 1), "1x1 64 to 256": (64, 256, 1, 56, 1, 1), "1x1 1024 to 256": (1024, 256, 1, 14, 1, 1),
          "7x7 first": (3, 64, 7, 224, 2, 1)}
MOBILENET = {"depthwise of 144": (144, 144, 3, 56, 1, 144), "1x1 144 to 24": (144, 24, 1, 56, 1, 1), "1x1 96 to 576": (96, 576, 1, 14, 1, 1)}


def product(a, b):
    return a @ b


def layer(x, weight, bias):
    return F.linear(x, weight, bias)


def convolution(x, weight, stride: int, groups: int):
    return F.conv2d(x, weight, None, stride, weight.size(2) // 2, 1, groups)


def attention(q, k, v):
    return F.scaled_dot_product_attention(q, k, v)


def softmax(x):
    return torch.softmax(x, -1)


def layer_norm(x, weight, bias):
    return F.layer_norm(x, [x.size(-1)], weight, bias)


def chain(x, y):
    return torch.relu(x * y + 0.5)


def clone(x):
    return x.clone()


def total(x):
    return x.sum()


def sum_of_rows(x):
    return x.sum(1)


def sum_of_columns(x):
    return x.sum(0)


def transpose(x):
    return x.t().contiguous()


def embedding(indices, table):
    return F.embedding(indices, table)


def kernels():
    """By name: the function, its arguments, operations on floats, bytes."""
    def floats(*shape):
        return torch.randn(*shape)

    for side in (64, 128, 256, 512, 1024, 2048, 4096):
        yield f"matmul {side}", product, (floats(side, side), floats(side, side)), 2 * side ** 3, 12 * side ** 2
    for name, (rows, depth, columns) in LAYERS.items():
        arguments = (floats(rows, depth), floats(columns, depth), floats(columns))
        yield f"linear {name}", layer, arguments, 2 * rows * depth * columns, 4 * (rows * depth + depth * columns + rows * columns)
    for group, shapes in (("resnet50", RESNET), ("mobilenet", MOBILENET)):
        for name, (inputs, outputs, side, image, stride, groups) in shapes.items():
            arguments = (floats(4, inputs, image, image), floats(outputs, inputs // groups, side, side), stride, groups)
            out = (image - 1) // stride + 1
            work = 2 * 4 * out ** 2 * outputs * inputs // groups * side ** 2
            yield f"conv {group} {name}", convolution, arguments, work, 16 * (inputs * image ** 2 + outputs * out ** 2)
    for batch, heads, length, width in ((2, 12, 512, 64), (8, 12, 512, 64), (1, 8, 2048, 64), (16, 12, 197, 64)):
        arguments = tuple(floats(batch, heads, length, width) for _ in range(3))
        work = 4 * batch * heads * length ** 2 * width
        yield f"attention {batch}x{heads}x{length}x{width}", attention, arguments, work, 16 * batch * heads * length * width
    side = 4096
    big, other = floats(side, side), floats(side, side)
    row, size = floats(side), 4 * side ** 2
    yield "memory softmax", softmax, (big,), 0, 2 * size
    yield "memory layer_norm", layer_norm, (big, row, row), 0, 2 * size
    yield "memory chain", chain, (big, other), 0, 3 * size
    yield "memory clone", clone, (big,), 0, 2 * size
    yield "memory sum", total, (big,), 0, size
    yield "memory sum of rows", sum_of_rows, (big,), 0, size
    yield "memory sum of columns", sum_of_columns, (big,), 0, size
    yield "memory transpose", transpose, (big,), 0, 2 * size
    yield "memory embedding", embedding, (torch.randint(0, 50000, (16384,)), floats(50000, 256)), 0, 2 * 16384 * 1024


def main():
    torch.manual_seed(0)
    torch.set_num_threads(1)
    for title, function, arguments, operations, size in kernels():
        name = title.replace(" ", "_")
        if sys.argv[1] == "names":
            print(name)
            continue
        if sys.argv[2:] and name not in sys.argv[2:]:
            continue
        call = torch.jit.script(function) if sys.argv[1] == "script" else function
        try:
            for _ in range(2):
                call(*arguments)
            times, end = [], time.perf_counter() + SECONDS
            while len(times) < FEWEST or time.perf_counter() < end:
                start = time.perf_counter()
                call(*arguments)
                times.append(time.perf_counter() - start)
        except Exception as problem:
            print(name, "-", str(problem).split("\n")[0][:150], flush=True)
            continue
        print(name, min(times), operations, size, flush=True)


with torch.no_grad():
    main()
