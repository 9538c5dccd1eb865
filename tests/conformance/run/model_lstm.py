import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, vocabulary, tags, embedding=6, hidden=5):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, embedding)
        self.lstm = nn.LSTM(embedding, hidden, batch_first=True)
        self.out = nn.Linear(hidden, tags)

    def forward(self, words):
        output, (h, c) = self.lstm(self.embedding(words))
        return torch.log_softmax(self.out(output), dim=-1), h, c


torch.manual_seed(0)
sentences = ["the dog ate the apple".split(), "everybody read that book".split()]
indices = {}
for sentence in sentences:
    for word in sentence:
        indices.setdefault(word, len(indices))
print(indices)
model = Tagger(len(indices), 3)
with torch.no_grad():
    for sentence in sentences:
        scores, h, c = model(torch.tensor([[indices[word] for word in sentence]]))
        print(scores)
        print(h.shape, c.shape, scores.argmax(-1).tolist())
cell = nn.LSTMCell(3, 4)
gru = nn.GRUCell(3, 4)
rnn = nn.RNN(3, 4, num_layers=2, nonlinearity="relu")
with torch.no_grad():
    h, c = cell(torch.ones(2, 3))
    print(h)
    print(gru(torch.ones(2, 3)))
    out, hidden = rnn(torch.ones(5, 2, 3))
    print(out[-1], hidden.shape)
