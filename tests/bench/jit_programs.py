"""Measures functions of TorchScript: "python3 jit_programs.py eager|script|inductor [NAME...]", or the same under "tsdbg run".
"once" as the mode calls each scripted function a few times, and measures nothing.

Prints a line for each function: its name, the seconds of its fastest run and of its first one, a number that its results give.
The first run of a function that has run before on other arguments is "nan": its code may be known.
A function that cannot run has the line: its name, "-", the reason. "names" instead of a mode prints the names of all functions.
"""
import math
import sys
import time
from typing import List, Tuple

import torch
import torch.nn.functional as F

SECONDS = 0.4  # the least time for the runs of a function
FEWEST, MOST = 5, 20000  # runs


# ---- chains of operators on elements

def chain(x, y):
    return torch.relu(torch.sigmoid(torch.tanh(x * y + 0.5) * y - x) + y)


def cheap(x, y):
    return torch.relu((((x * y + 0.5) * y - x) + y) * 2.0)


def gelu_bias(x, bias):
    return F.gelu(x + bias) * 0.5


def swiglu(x, y):
    return F.silu(x) * y


def mish(x, y):
    return F.mish(x * 2.0 + y) - y


def standardise(x, mean, scale, shift):
    return torch.clamp((x - mean) * scale + shift, -3.0, 3.0)


def adam(p, g, m, v, step: int):
    m = m * 0.9 + g * 0.1
    v = v * 0.999 + g * g * 0.001
    size = 0.001 * math.sqrt(1.0 - 0.999 ** step) / (1.0 - 0.9 ** step)
    return p - size * m / (torch.sqrt(v) + 1e-8), m, v


def positions(x, position, frequency):
    angle = position * frequency
    return x + torch.cat([torch.sin(angle), torch.cos(angle)], -1)


# ---- reductions

def gelu_layer_norm(x, weight, bias):
    return F.layer_norm(F.gelu(x), [1000], weight, bias)


def softmax(x):
    return F.softmax(x * 0.125, -1)


def rms_norm(x, weight):
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6) * weight


def group_norm(x, weight, bias):
    return torch.relu(F.group_norm(x, 8, weight, bias))


def smooth_l1(x, y):
    return F.smooth_l1_loss(x, y)


def squares(x, y):
    return ((x - y) ** 2).mean()


def cross_entropy(x, target):
    return F.cross_entropy(x, target)


def masked_mean(x, mask):
    wide = mask.unsqueeze(-1).to(x.dtype)
    return (x * wide).sum(1) / wide.sum(1).clamp(min=1.0)


# ---- parts of models

def attention(q, k, v, mask):
    scores = torch.matmul(q, k.transpose(-2, -1)) * 0.125
    scores = scores.masked_fill(mask, float("-inf"))
    return torch.matmul(torch.softmax(scores, -1), v)


def lstm_cell(x, h, c, w_x, w_h, bias):
    gates = torch.matmul(x, w_x) + torch.matmul(h, w_h) + bias
    i, f, g, o = gates.chunk(4, 1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


def gates_cell(gates, c):
    i, f, g, o = gates.chunk(4, 1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c)


def lstm_loop(x, h, c, w_x, w_h, bias):
    inputs = torch.matmul(x, w_x) + bias
    for t in range(100):
        gates = inputs[t] + torch.matmul(h, w_h)
        i, f, g, o = gates.chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
    return h, c


def gru_loop(x, h, w_x, w_h, bias):
    inputs = torch.matmul(x, w_x) + bias
    for t in range(100):
        r_x, z_x, n_x = inputs[t].chunk(3, 1)
        r_h, z_h, n_h = torch.matmul(h, w_h).chunk(3, 1)
        r = torch.sigmoid(r_x + r_h)
        z = torch.sigmoid(z_x + z_h)
        n = torch.tanh(n_x + r * n_h)
        h = n + z * (h - n)
    return h


# ---- boxes and pictures

def box_iou(a, b):
    area_a = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])
    area_b = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
    low = torch.max(a[:, None, :2], b[:, :2])
    high = torch.min(a[:, None, 2:], b[:, 2:])
    size = (high - low).clamp(min=0)
    common = size[:, :, 0] * size[:, :, 1]
    return common / (area_a[:, None] + area_b - common)


def nms(boxes, scores):
    order = scores.argsort(descending=True)
    kept: List[int] = []
    while order.numel() > 0:
        best = int(order[0])
        kept.append(best)
        rest = order[1:]
        other = boxes[rest]
        box = boxes[best]
        low = torch.max(box[:2], other[:, :2])
        high = torch.min(box[2:], other[:, 2:])
        size = (high - low).clamp(min=0)
        common = size[:, 0] * size[:, 1]
        area = (box[2] - box[0]) * (box[3] - box[1])
        areas = (other[:, 2] - other[:, 0]) * (other[:, 3] - other[:, 1])
        order = rest[common / (area + areas - common) <= 0.5]
    return torch.tensor(kept)


def decode_boxes(anchors, deltas):
    width = anchors[:, 2] - anchors[:, 0]
    height = anchors[:, 3] - anchors[:, 1]
    x = anchors[:, 0] + 0.5 * width + deltas[:, 0] * 0.1 * width
    y = anchors[:, 1] + 0.5 * height + deltas[:, 1] * 0.1 * height
    w = torch.exp(torch.clamp(deltas[:, 2] * 0.2, max=4.135)) * width
    h = torch.exp(torch.clamp(deltas[:, 3] * 0.2, max=4.135)) * height
    return torch.stack([x - 0.5 * w, y - 0.5 * h, x + 0.5 * w, y + 0.5 * h], 1)


def luma(image):
    r, g, b = image[0].float(), image[1].float(), image[2].float()
    return torch.clamp(0.299 * r + 0.587 * g + 0.114 * b + 0.5, 0.0, 255.0).to(torch.uint8)


def normalise(image, mean, deviation):
    return (image.float() / 255.0 - mean) / deviation


def blend(a, b, mask):
    return torch.where(mask, a, ((a.float() * 0.3 + b.float() * 0.7)).to(torch.uint8))


# ---- decoding

def sampling(logits, drawn, k: int):
    values, indices = torch.topk(logits / 0.8, k, -1)
    total = torch.softmax(values, -1).cumsum(-1)
    place = (total < drawn).sum(-1, keepdim=True).clamp(max=k - 1)
    return indices.gather(-1, place)


def beams(logits, scores):
    total = torch.log_softmax(logits, -1) + scores.unsqueeze(-1)
    best, flat = total.view(total.size(0), -1).topk(5, -1)
    words = logits.size(-1)
    return best, torch.div(flat, words, rounding_mode="floor"), flat % words


# ---- loops

def integers(n: int) -> int:
    total = 0
    for i in range(n):
        total += i % 7
    return total


def sort_list(n: int) -> int:
    values: List[int] = []
    x = 1
    for _ in range(n):
        x = (x * 1103 + 12345) % 65536
        values.append(x)
    for i in range(1, n):
        value = values[i]
        j = i - 1
        while j >= 0 and values[j] > value:
            values[j + 1] = values[j]
            j -= 1
        values[j + 1] = value
    return values[n // 2]


def product_lists(n: int) -> float:
    a: List[List[float]] = []
    b: List[List[float]] = []
    for i in range(n):
        a.append([i + j * 0.5 for j in range(n)])
        b.append([i * 0.25 - j for j in range(n)])
    total = 0.0
    for i in range(n):
        for j in range(n):
            element = 0.0
            for k in range(n):
                element += a[i][k] * b[k][j]
            total = total * 0.5 + element
    return total


def mandelbrot(n: int) -> int:
    inside = 0
    for row in range(n):
        for column in range(n):
            a = column * 3.0 / n - 2.0
            b = row * 2.0 / n - 1.0
            x = 0.0
            y = 0.0
            rounds = 0
            while rounds < 50 and x * x + y * y <= 4.0:
                x, y = x * x - y * y + a, 2.0 * x * y + b
                rounds += 1
            if rounds == 50:
                inside += 1
    return inside


def build_text(n: int) -> int:
    text = ""
    for i in range(n):
        text += chr(97 + i * 7 % 26)
    letters = 0
    for letter in text:
        if letter != "e":
            letters += 1
    return letters


# Three operators in each iteration, on four elements.
def tiny(x, y, n: int):
    for _ in range(n):
        x = torch.relu(x * y + y)
    return x


def boxes(n):
    corner = torch.rand(n, 2) * 100.0
    return torch.cat([corner, corner + torch.rand(n, 2) * 30.0 + 1.0], 1)


def floats(*sizes):
    return torch.randn(*sizes)


# name, function, a function that makes the arguments
CASES = [
    ("chain", chain, lambda: (floats(1000, 1000), floats(1000, 1000))),
    ("chain_8", chain, lambda: (floats(8), floats(8))),
    ("chain_1000", chain, lambda: (floats(1000), floats(1000))),
    ("chain_16M", chain, lambda: (floats(4000, 4000), floats(4000, 4000))),
    ("chain_float64", chain, lambda: (floats(1000, 1000).double(), floats(1000, 1000).double())),
    ("chain_bfloat16", chain, lambda: (floats(1000, 1000).bfloat16(), floats(1000, 1000).bfloat16())),
    ("cheap", cheap, lambda: (floats(1000, 1000), floats(1000, 1000))),
    ("cheap_16M", cheap, lambda: (floats(4000, 4000), floats(4000, 4000))),
    ("gelu_bias", gelu_bias, lambda: (floats(1000, 1000), floats(1000))),
    ("swiglu", swiglu, lambda: (floats(1000, 1000), floats(1000, 1000))),
    ("mish", mish, lambda: (floats(1000, 1000), floats(1000, 1000))),
    ("standardise", standardise, lambda: (floats(1000, 1000), floats(1000, 1), floats(1000, 1), floats(1000))),
    ("adam", adam, lambda: (*(floats(1000, 1000) for _ in range(3)), torch.rand(1000, 1000), 10)),
    ("positions", positions, lambda: (floats(64, 128, 256), torch.arange(128).float().unsqueeze(1), torch.rand(128))),
    ("gelu_layer_norm", gelu_layer_norm, lambda: (floats(1000, 1000), floats(1000), floats(1000))),
    ("softmax", softmax, lambda: (floats(1000, 1000),)),
    ("rms_norm", rms_norm, lambda: (floats(512, 2048), floats(2048))),
    ("rms_norm_bfloat16", rms_norm, lambda: (floats(512, 2048).bfloat16(), floats(2048).bfloat16())),
    ("group_norm", group_norm, lambda: (floats(8, 64, 32, 32), floats(64), floats(64))),
    ("smooth_l1", smooth_l1, lambda: (floats(1000, 1000), floats(1000, 1000))),
    ("squares", squares, lambda: (floats(1000, 1000), floats(1000, 1000))),
    ("cross_entropy", cross_entropy, lambda: (floats(512, 1000), torch.randint(0, 1000, (512,)))),
    ("masked_mean", masked_mean, lambda: (floats(32, 128, 256), torch.rand(32, 128) > 0.3)),
    ("attention", attention, lambda: (*(floats(8, 8, 128, 64) for _ in range(3)), torch.rand(8, 1, 128, 128) > 0.9)),
    ("lstm_cell", lstm_cell, lambda: (floats(3, 10), floats(3, 20), floats(3, 20), floats(10, 80), floats(20, 80), floats(80))),
    ("gates_cell", gates_cell, lambda: (floats(64, 4096), floats(64, 1024))),
    ("lstm_loop", lstm_loop,
     lambda: (floats(100, 8, 32), floats(8, 64), floats(8, 64), floats(32, 256) * 0.1, floats(64, 256) * 0.1, floats(256))),
    ("gru_loop", gru_loop, lambda: (floats(100, 8, 32), floats(8, 64), floats(32, 192) * 0.1, floats(64, 192) * 0.1, floats(192))),
    ("box_iou", box_iou, lambda: (boxes(500), boxes(700))),
    ("nms", nms, lambda: (boxes(300), torch.rand(300))),
    ("decode_boxes", decode_boxes, lambda: (boxes(20000), floats(20000, 4))),
    ("luma_uint8", luma, lambda: (torch.randint(0, 256, (3, 720, 1280)).to(torch.uint8),)),
    ("normalise_uint8", normalise,
     lambda: (torch.randint(0, 256, (8, 3, 224, 224)).to(torch.uint8), torch.rand(3, 1, 1), torch.rand(3, 1, 1) + 0.5)),
    ("blend_uint8", blend, lambda: (*(torch.randint(0, 256, (720, 1280)).to(torch.uint8) for _ in range(2)), torch.rand(720, 1280) > 0.5)),
    ("sampling", sampling, lambda: (floats(8, 32000), torch.rand(8, 1), 50)),
    ("beams", beams, lambda: (floats(4, 5, 10000), floats(4, 5))),
    ("integers", integers, lambda: (1000000,)),
    ("sort_list", sort_list, lambda: (600,)),
    ("product_lists", product_lists, lambda: (60,)),
    ("mandelbrot", mandelbrot, lambda: (60,)),
    ("build_text", build_text, lambda: (2000,)),
    ("tiny", tiny, lambda: (torch.ones(4), torch.full([4], 0.5), 10000)),
]
# Inductor would unroll these loops.
PLAIN_LOOPS = ("integers", "sort_list", "product_lists", "mandelbrot", "build_text", "tiny")


def warm(x):
    return x + 1.0


def prepared(function, mode):
    if mode == "script":
        return torch.jit.script(function)
    if mode == "inductor":
        torch._dynamo.reset()
        return torch.compile(function)
    return function


def number_of(results):
    """The sum of the absolute values of all elements, with small weights by their positions."""
    if not isinstance(results, tuple):
        results = (results,)
    total = 0.0
    for result in results:
        if not isinstance(result, torch.Tensor):
            total += float(result)
            continue
        values = torch.nan_to_num(result.double().abs().flatten(), 1.0, 2.0)
        total += float((values * (torch.arange(values.numel()) % 7 + 1)).sum())
    return total


def measured(function, arguments, mode):
    start = time.perf_counter()
    called = prepared(function, mode)
    results = called(*arguments)
    first = time.perf_counter() - start
    number = number_of(results)
    for _ in range(2):  # TorchScript optimises at the second and third call
        called(*arguments)
    fastest, runs, begin = math.inf, 0, time.perf_counter()
    while runs < FEWEST or (runs < MOST and time.perf_counter() - begin < SECONDS):
        start = time.perf_counter()
        called(*arguments)
        fastest = min(fastest, time.perf_counter() - start)
        runs += 1
    return fastest, first, number


def run(cases, plain_loops=()):
    """The program's command line, for functions with their names and the makers of their arguments."""
    mode, names = sys.argv[1], sys.argv[2:]
    if mode == "names":
        print(*(name for name, _, _ in cases))
        return
    torch.set_num_threads(1)
    if mode == "inductor":
        from fair_reference import use_vectors
        use_vectors()
    if mode != "once":
        prepared(warm, mode)(torch.ones(64))  # loads the compiler
    known = []
    for name, function, make_arguments in cases:
        if names and name not in names:
            continue
        if mode == "inductor" and name in plain_loops:
            print(name, "-", "a loop of numbers", flush=True)
            continue
        torch.manual_seed(0)
        arguments = make_arguments()
        if mode == "once":
            called = prepared(function, "script")
            for _ in range(3):  # the first run compiles loops
                called(*arguments)
            continue
        try:
            with torch.no_grad():
                fastest, first, number = measured(function, arguments, mode)
            print(name, fastest, "nan" if function in known else first, number, flush=True)
            known.append(function)
        except Exception as problem:
            print(name, "-", type(problem).__name__, str(problem).replace("\n", " ")[:200], flush=True)


if __name__ == "__main__":
    run(CASES, PLAIN_LOOPS)
