"""Encoder and decoder of a chat bot, greedy decoding as a scripted module: after the seq2seq hybrid frontend tutorial."""
from typing import List, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F

PAD_token, SOS_token, EOS_token = 0, 1, 2
MAX_LENGTH = 10


class Voc:
    def __init__(self, name):
        self.name = name
        self.word2index = {}
        self.index2word = {PAD_token: "PAD", SOS_token: "SOS", EOS_token: "EOS"}
        self.num_words = 3

    def addSentence(self, sentence):
        for word in sentence.split(" "):
            if word not in self.word2index:
                self.word2index[word] = self.num_words
                self.index2word[self.num_words] = word
                self.num_words += 1


class EncoderRNN(nn.Module):
    def __init__(self, hidden_size, embedding, n_layers=1, dropout=0):
        super().__init__()
        self.n_layers = n_layers
        self.hidden_size = hidden_size
        self.embedding = embedding
        self.gru = nn.GRU(hidden_size, hidden_size, n_layers, dropout=(0 if n_layers == 1 else dropout), bidirectional=True)

    def forward(self, input_seq: torch.Tensor, input_lengths: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        embedded = self.embedding(input_seq)
        packed = nn.utils.rnn.pack_padded_sequence(embedded, input_lengths)
        outputs, hidden = self.gru(packed)
        outputs, _ = nn.utils.rnn.pad_packed_sequence(outputs)
        outputs = outputs[:, :, :self.hidden_size] + outputs[:, :, self.hidden_size:]
        return outputs, hidden


class Attn(nn.Module):
    def __init__(self, hidden_size):
        super().__init__()
        self.hidden_size = hidden_size
        self.attn = nn.Linear(hidden_size, hidden_size)

    def forward(self, hidden, encoder_outputs):
        energies = torch.sum(hidden * self.attn(encoder_outputs), dim=2).t()
        return F.softmax(energies, dim=1).unsqueeze(1)


class LuongAttnDecoderRNN(nn.Module):
    def __init__(self, embedding, hidden_size, output_size, n_layers=1, dropout=0.1):
        super().__init__()
        self.embedding = embedding
        self.embedding_dropout = nn.Dropout(dropout)
        self.gru = nn.GRU(hidden_size, hidden_size, n_layers, dropout=(0 if n_layers == 1 else dropout))
        self.concat = nn.Linear(hidden_size * 2, hidden_size)
        self.out = nn.Linear(hidden_size, output_size)
        self.attn = Attn(hidden_size)

    def forward(self, input_step, last_hidden, encoder_outputs):
        embedded = self.embedding_dropout(self.embedding(input_step))
        rnn_output, hidden = self.gru(embedded, last_hidden)
        attn_weights = self.attn(rnn_output, encoder_outputs)
        context = attn_weights.bmm(encoder_outputs.transpose(0, 1))
        concat_input = torch.cat((rnn_output.squeeze(0), context.squeeze(1)), 1)
        output = self.out(torch.tanh(self.concat(concat_input)))
        return F.softmax(output, dim=1), hidden


class GreedySearchDecoder(nn.Module):
    __constants__ = ["_SOS_token", "_decoder_n_layers"]

    def __init__(self, encoder, decoder, decoder_n_layers):
        super().__init__()
        self.encoder = encoder
        self.decoder = decoder
        self._SOS_token = SOS_token
        self._decoder_n_layers = decoder_n_layers

    def forward(self, input_seq: torch.Tensor, input_length: torch.Tensor, max_length: int):
        encoder_outputs, encoder_hidden = self.encoder(input_seq, input_length)
        decoder_hidden = encoder_hidden[:self._decoder_n_layers]
        decoder_input = torch.ones(1, 1, dtype=torch.long) * self._SOS_token
        all_tokens = torch.zeros([0], dtype=torch.long)
        all_scores = torch.zeros([0])
        for _ in range(max_length):
            decoder_output, decoder_hidden = self.decoder(decoder_input, decoder_hidden, encoder_outputs)
            decoder_scores, decoder_input = torch.max(decoder_output, dim=1)
            all_tokens = torch.cat((all_tokens, decoder_input), dim=0)
            all_scores = torch.cat((all_scores, decoder_scores), dim=0)
            decoder_input = torch.unsqueeze(decoder_input, 0)
        return all_tokens, all_scores


def evaluate(searcher, voc, sentence):
    indexes = [[voc.word2index[word] for word in sentence.split(" ")] + [EOS_token]]
    lengths = torch.tensor([len(one) for one in indexes])
    tokens, scores = searcher(torch.LongTensor(indexes).transpose(0, 1), lengths, MAX_LENGTH)
    words: List[str] = [voc.index2word[token.item()] for token in tokens]
    return words, scores


voc = Voc("对话")
for line in ("hello how are you", "i am fine and you", "what is your name", "你好 世界"):
    voc.addSentence(line)
print(voc.num_words, voc.index2word[voc.num_words - 1])

torch.manual_seed(11)
hidden_size = 8
embedding = nn.Embedding(voc.num_words, hidden_size)
encoder = EncoderRNN(hidden_size, embedding, 2, 0.1)
decoder = LuongAttnDecoderRNN(embedding, hidden_size, voc.num_words, 2, 0.1)
encoder.eval()
decoder.eval()
print(encoder)
print(decoder)
searcher = GreedySearchDecoder(encoder, decoder, decoder.gru.num_layers)
scripted = torch.jit.script(searcher)
with torch.no_grad():
    for sentence in ("hello", "what is your name", "你好 世界 hello"):
        plain, scores = evaluate(searcher, voc, sentence)
        compiled, same = evaluate(scripted, voc, sentence)
        print(plain, plain == compiled, torch.allclose(scores, same))
print(scripted.code)
scripted.save("scripted_chatbot.pth")
again = torch.jit.load("scripted_chatbot.pth")
with torch.no_grad():
    print(evaluate(again, voc, "i am fine")[0] == evaluate(searcher, voc, "i am fine")[0])
