"""A model whose arguments come from a file."""
import json

import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, vocabulary, width=16, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, tokens):
        return self.dropout(self.embedding(tokens)).tags()  # error: TS5001


def load(path):
    with open(path) as file:
        return json.load(file)


def export(path):
    cfg = load(path)
    model = Tagger(**cfg["model"])
    torch.jit.script(model).save(cfg["output"])  # root
