"""An encoder and a decoder of recurrent layers, with attention and greedy decoding, scripted as a whole."""
import torch
import torch.nn as nn
import torch.nn.functional as F

SOS, EOS = 1, 2
VOCABULARY = 12


class EncoderRNN(nn.Module):
    def __init__(self, hidden_size, embedding, n_layers=1, dropout=0.0):
        super().__init__()
        self.n_layers = n_layers
        self.hidden_size = hidden_size
        self.embedding = embedding
        self.gru = nn.GRU(hidden_size, hidden_size, n_layers, dropout=dropout, bidirectional=True)

    def forward(self, input_seq, hidden=None):
        # type: (torch.Tensor, torch.Optional[torch.Tensor]) -> tuple
        embedded = self.embedding(input_seq)
        outputs, hidden = self.gru(embedded, hidden)
        outputs = outputs[:, :, :self.hidden_size] + outputs[:, :, self.hidden_size:]
        return outputs, hidden


class Attn(nn.Module):
    def forward(self, hidden, encoder_outputs):
        energies = torch.sum(hidden * encoder_outputs, dim=2).t()
        return F.softmax(energies, dim=1).unsqueeze(1)


class Decoder(nn.Module):
    def __init__(self, embedding, hidden_size, output_size, n_layers=1):
        super().__init__()
        self.embedding = embedding
        self.gru = nn.GRU(hidden_size, hidden_size, n_layers)
        self.concat = nn.Linear(hidden_size * 2, hidden_size)
        self.out = nn.Linear(hidden_size, output_size)
        self.attn = Attn()

    def forward(self, step, last_hidden, encoder_outputs):
        embedded = self.embedding(step)
        rnn_output, hidden = self.gru(embedded, last_hidden)
        weights = self.attn(rnn_output, encoder_outputs)
        context = weights.bmm(encoder_outputs.transpose(0, 1))
        concat_input = torch.cat((rnn_output.squeeze(0), context.squeeze(1)), 1)
        output = F.softmax(self.out(torch.tanh(self.concat(concat_input))), dim=1)
        return output, hidden


class GreedySearchDecoder(nn.Module):
    def __init__(self, encoder, decoder, layers: int):
        super().__init__()
        self.encoder = encoder
        self.decoder = decoder
        self.layers = layers

    def forward(self, input_seq, max_length: int):
        encoder_outputs, encoder_hidden = self.encoder(input_seq)
        decoder_hidden = encoder_hidden[:self.layers]
        step = torch.ones(1, 1, dtype=torch.long) * 1
        tokens = torch.zeros([0], dtype=torch.long)
        scores = torch.zeros([0])
        for _ in range(max_length):
            output, decoder_hidden = self.decoder(step, decoder_hidden, encoder_outputs)
            score, step = torch.max(output, dim=1)
            tokens = torch.cat((tokens, step), dim=0)
            scores = torch.cat((scores, score), dim=0)
            step = torch.unsqueeze(step, 0)
        return tokens, scores


class PlainEncoder(nn.Module):
    def __init__(self, embedding, hidden):
        super().__init__()
        self.hidden_size = hidden
        self.embedding = embedding
        self.gru = nn.GRU(hidden, hidden, 1, bidirectional=True)

    def forward(self, seq):
        outputs, hidden = self.gru(self.embedding(seq))
        return outputs[:, :, :self.hidden_size] + outputs[:, :, self.hidden_size:], hidden


torch.manual_seed(3)
embedding = nn.Embedding(VOCABULARY, 16)
model = GreedySearchDecoder(PlainEncoder(embedding, 16), Decoder(embedding, 16, VOCABULARY), 1).eval()
sentence = torch.tensor([[4], [7], [9], [EOS]])
with torch.no_grad():
    tokens, scores = model(sentence, 6)
    print(tokens)
    print(scores)
    scripted = torch.jit.script(model)
    again, same = scripted(sentence, 6)
    print(torch.equal(tokens, again), torch.allclose(scores, same))
    print(scripted.code)
    print(scripted)
