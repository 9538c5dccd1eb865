# A sequence-to-sequence network that reverses words: GRU encoder, decoder with attention, teacher forcing, SGD.
import random

import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(4)
random.seed(4)
LENGTH, LETTERS = 5, 7


class Decoder(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.embedding = nn.Embedding(LETTERS + 1, size)
        self.attention = nn.Linear(2 * size, LENGTH)
        self.combine = nn.Linear(2 * size, size)
        self.gru = nn.GRUCell(size, size)
        self.out = nn.Linear(size, LETTERS)

    def forward(self, letter, hidden, encoded):
        embedded = self.embedding(letter)
        weights = F.softmax(self.attention(torch.cat((embedded, hidden), 1)), dim=1)
        context = torch.bmm(weights.unsqueeze(1), encoded).squeeze(1)
        hidden = self.gru(F.relu(self.combine(torch.cat((embedded, context), 1))), hidden)
        return F.log_softmax(self.out(hidden), dim=1), hidden


embedding, encoder, decoder = nn.Embedding(LETTERS, 24), nn.GRU(24, 24, batch_first=True), Decoder(24)
parameters = [*embedding.parameters(), *encoder.parameters(), *decoder.parameters()]
optimizer = torch.optim.RMSprop(parameters, lr=0.005)


def translate(words, targets):
    encoded, hidden = encoder(embedding(words))
    hidden = hidden[0]
    letter = torch.full((len(words),), LETTERS)
    forced = targets is not None and random.random() < 0.5
    scores = []
    for i in range(LENGTH):
        score, hidden = decoder(letter, hidden, encoded)
        scores.append(score)
        letter = targets[:, i] if forced else score.argmax(1).detach()
    return torch.stack(scores, 1)


for step in range(150):
    words = torch.randint(LETTERS, (24, LENGTH))
    targets = words.flip(1)
    optimizer.zero_grad()
    loss = F.nll_loss(translate(words, targets).flatten(0, 1), targets.flatten())
    loss.backward()
    torch.nn.utils.clip_grad_value_(parameters, 0.5)
    optimizer.step()
    print('loss', loss.item())
words = torch.randint(LETTERS, (100, LENGTH))
with torch.no_grad():
    print('accuracy', (translate(words, None).argmax(2) == words.flip(1)).float().mean().item())
