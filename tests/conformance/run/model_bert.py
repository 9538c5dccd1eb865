"""The encoder of a transformer, written from basic layers as in BERT, with masks and a classifier on the first token."""
import math

import torch
from torch import nn


class Config:
    vocabulary = 50
    hidden = 32
    layers = 2
    heads = 4
    intermediate = 64
    positions = 16


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.words = nn.Embedding(config.vocabulary, config.hidden, padding_idx=0)
        self.positions = nn.Embedding(config.positions, config.hidden)
        self.types = nn.Embedding(2, config.hidden)
        self.norm = nn.LayerNorm(config.hidden, eps=1e-12)
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids, types):
        positions = torch.arange(ids.size(1), device=ids.device).unsqueeze(0).expand_as(ids)
        return self.dropout(self.norm(self.words(ids) + self.positions(positions) + self.types(types)))


class SelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.heads = config.heads
        self.size = config.hidden // config.heads
        self.query = nn.Linear(config.hidden, config.hidden)
        self.key = nn.Linear(config.hidden, config.hidden)
        self.value = nn.Linear(config.hidden, config.hidden)
        self.output = nn.Linear(config.hidden, config.hidden)

    def split(self, x):
        return x.view(x.size(0), x.size(1), self.heads, self.size).permute(0, 2, 1, 3)

    def forward(self, x, mask):
        query, key, value = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = torch.matmul(query, key.transpose(-1, -2)) / math.sqrt(self.size) + mask
        context = torch.matmul(nn.functional.softmax(scores, dim=-1), value).permute(0, 2, 1, 3).contiguous()
        return self.output(context.view(x.size(0), x.size(1), -1))


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention = SelfAttention(config)
        self.norm1 = nn.LayerNorm(config.hidden)
        self.feed = nn.Sequential(nn.Linear(config.hidden, config.intermediate), nn.GELU(),
                                  nn.Linear(config.intermediate, config.hidden))
        self.norm2 = nn.LayerNorm(config.hidden)

    def forward(self, x, mask):
        x = self.norm1(x + self.attention(x, mask))
        return self.norm2(x + self.feed(x))


class Encoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.embeddings = Embeddings(config)
        self.layers = nn.ModuleList([Layer(config) for _ in range(config.layers)])
        self.pooler = nn.Linear(config.hidden, config.hidden)

    def forward(self, ids, types, attention_mask):
        mask = (1.0 - attention_mask[:, None, None, :].float()) * -10000.0
        x = self.embeddings(ids, types)
        for layer in self.layers:
            x = layer(x, mask)
        return x, torch.tanh(self.pooler(x[:, 0]))


torch.manual_seed(0)
model = Encoder(Config()).eval()
ids = torch.tensor([[1, 5, 9, 2, 0, 0], [1, 7, 3, 8, 4, 2]])
types = torch.zeros_like(ids)
mask = (ids != 0).long()
with torch.no_grad():
    sequence, pooled = model(ids, types, mask)
    print(sequence.shape, pooled.shape)
    print(torch.round(pooled * 1000) / 1000)
    scripted = torch.jit.script(model)
    again = scripted(ids, types, mask)
    print(torch.allclose(again[0], sequence, atol=1e-5), torch.allclose(again[1], pooled, atol=1e-5))
    print(getattr(scripted.layers, "0").code)
    print(len(scripted.layers))
