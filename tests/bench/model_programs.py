"""Measures models: "python3 model_programs.py eager|script|frozen|inductor THREADS NAME_BATCH...", or the same under "tsdbg run".

Prints the lines of jit_programs.py. The number behind a model's name is the size of the batch. Names are those of MODELS, which
"names" lists, and of torchvision's builders.
"""
import math
import sys
import time
from typing import List

import torch
import torch.nn.functional as F
import torchvision
from torch import nn

SECONDS = 2.0  # the least time for the runs of a model
FEWEST = 3


class LanguageModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10000, 256)
        self.lstm = nn.LSTM(256, 256, 2, batch_first=True)
        self.scores = nn.Linear(256, 10000)

    def forward(self, x):
        hidden, _ = self.lstm(self.words(x))
        return F.log_softmax(self.scores(hidden), -1)


class Layer(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)
        self.norm_1 = nn.LayerNorm(width)
        self.norm_2 = nn.LayerNorm(width)

    def forward(self, x, mask):
        batch, length, width = x.size(0), x.size(1), x.size(2)
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(width // self.heads)
        scores = torch.softmax(scores.masked_fill(mask, float("-inf")), -1)
        mixed = torch.matmul(scores, v).transpose(1, 2).reshape(batch, length, width)
        x = self.norm_1(x + self.out(mixed))
        return self.norm_2(x + self.down(F.gelu(self.up(x))))


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10000, 256)
        self.places = nn.Embedding(128, 256)
        self.layers = nn.ModuleList([Layer(256, 4) for _ in range(6)])

    def forward(self, x):
        mask = (x == 0).unsqueeze(1).unsqueeze(1)
        hidden = self.words(x) + self.places(torch.arange(x.size(1)))
        for layer in self.layers:
            hidden = layer(hidden, mask)
        return hidden


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(2000, 128)
        self.encoder = nn.GRU(128, 128, batch_first=True)
        self.cell = nn.GRUCell(128, 128)
        self.scores = nn.Linear(128, 2000)

    def forward(self, x):
        hidden = self.encoder(self.words(x))[1][0]
        word = torch.zeros([x.size(0)], dtype=torch.long)
        chosen: List[torch.Tensor] = []
        for _ in range(20):
            hidden = self.cell(self.words(word), hidden)
            word = self.scores(hidden).argmax(-1)
            chosen.append(word)
        return torch.stack(chosen, 1)


def picture(batch: int):
    return torch.rand(batch, 3, 224, 224)


def text(words: int, length: int):
    return lambda batch: torch.randint(1, words, (batch, length))


MODELS = [
    ("resnet18", torchvision.models.resnet18, picture),
    ("resnet50", torchvision.models.resnet50, picture),
    ("mobilenet_v3_small", torchvision.models.mobilenet_v3_small, picture),
    ("vit_b_16", torchvision.models.vit_b_16, picture),
    ("convnext_tiny", torchvision.models.convnext_tiny, picture),
    ("language_model", LanguageModel, text(10000, 64)),
    ("encoder", Encoder, text(10000, 128)),
    ("translator", Translator, text(2000, 30)),
]


def made(label):
    """The model, and a batch for it, of a name such as "resnet18_4": one of MODELS, or a builder of torchvision for pictures."""
    name, batch = label.rsplit("_", 1)
    torch.manual_seed(0)
    for known, make, sample in MODELS:
        if name == known:
            return make().eval(), sample(int(batch))
    return getattr(torchvision.models, name)().eval(), picture(int(batch))


def prepared(model, mode):
    if mode == "script":
        return torch.jit.script(model)
    if mode == "frozen":
        return torch.jit.freeze(torch.jit.script(model))
    if mode == "inductor":
        torch._dynamo.reset()
        return torch.compile(model)
    return model


def measured(model, x, mode):
    start = time.perf_counter()
    called = prepared(model, mode)
    result = called(x)
    first = time.perf_counter() - start
    number = float(result.double().abs().sum())
    for _ in range(2):  # TorchScript optimises at the second and third call
        called(x)
    fastest, runs, begin = math.inf, 0, time.perf_counter()
    while runs < FEWEST or time.perf_counter() - begin < SECONDS:
        start = time.perf_counter()
        called(x)
        fastest = min(fastest, time.perf_counter() - start)
        runs += 1
    return fastest, first, number


def main():
    if sys.argv[1] == "names":
        print(*(name for name, _, _ in MODELS))
        return
    mode, threads, names = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    torch.set_num_threads(threads)
    if mode == "inductor":
        from fair_reference import use_vectors
        use_vectors()
    for label in names:
        model, batch = made(label)
        try:
            with torch.no_grad():
                print(label, *measured(model, batch, mode), flush=True)
        except Exception as problem:
            print(label, "-", type(problem).__name__, str(problem).replace("\n", " ")[:200], flush=True)


if __name__ == "__main__":
    main()
