# A bidirectional LSTM that tags letters: whether a letter occurred before. Packed sequences, embedding, Adam.
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.manual_seed(3)


def batch(count):
    lengths = torch.randint(4, 13, (count,)).sort(descending=True)[0]
    letters = torch.randint(1, 9, (count, 12))
    tags = torch.zeros(count, 12, dtype=torch.long)
    for i in range(1, 12):
        tags[:, i] = (letters[:, :i] == letters[:, i:i + 1]).any(1).long()
    tags[torch.arange(12) >= lengths[:, None]] = -100
    return letters, lengths, tags


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(9, 12, padding_idx=0)
        self.lstm = nn.LSTM(12, 24, num_layers=2, bidirectional=True, batch_first=True, dropout=0.1)
        self.out = nn.Linear(48, 2)

    def forward(self, letters, lengths):
        packed = pack_padded_sequence(self.embedding(letters), lengths, batch_first=True)
        hidden, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True, total_length=12)
        return self.out(hidden)


model = Tagger()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
criterion = nn.CrossEntropyLoss()
for step in range(100):
    letters, lengths, tags = batch(16)
    optimizer.zero_grad()
    loss = criterion(model(letters, lengths).flatten(0, 1), tags.flatten())
    loss.backward()
    optimizer.step()
    print('loss', loss.item())
model.eval()
letters, lengths, tags = batch(64)
with torch.no_grad():
    right = model(letters, lengths).argmax(2)[tags >= 0] == tags[tags >= 0]
print('accuracy', right.float().mean().item())
