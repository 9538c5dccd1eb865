# A small transformer that predicts the next letter of repeated words: masks, layer norm, dropout, AdamW, warm-up.
import math

import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(5)
LETTERS, LENGTH = 6, 12


class Model(nn.Module):
    def __init__(self, size=32):
        super().__init__()
        self.embedding = nn.Embedding(LETTERS, size)
        place = torch.arange(LENGTH).unsqueeze(1)
        rate = torch.exp(torch.arange(0, size, 2) * (-math.log(100.0) / size))
        self.register_buffer('places', torch.cat([torch.sin(place * rate), torch.cos(place * rate)], 1))
        layer = nn.TransformerEncoderLayer(size, 4, 64, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.out = nn.Linear(size, LETTERS)

    def forward(self, letters):
        mask = torch.triu(torch.full((LENGTH, LENGTH), float('-inf')), 1)
        return self.out(self.encoder(self.embedding(letters) * 5 + self.places, mask))


def batch(count):
    words = torch.randint(LETTERS, (count, 4)).repeat(1, 4)
    return words[:, :LENGTH], words[:, 1:LENGTH + 1]


model = Model()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.98))
schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 20))
for step in range(120):
    letters, following = batch(16)
    optimizer.zero_grad()
    loss = F.cross_entropy(model(letters).reshape(-1, LETTERS), following.reshape(-1))
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    optimizer.step()
    schedule.step()
    print('loss', loss.item())
model.eval()
letters, following = batch(64)
with torch.no_grad():
    print('accuracy', (model(letters).argmax(2) == following)[:, 4:].float().mean().item())
