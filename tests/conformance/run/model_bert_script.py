"""An encoder like BERT's: [CLS] and [SEP], token types, attention mask, heads, pooling; eager and scripted."""
import math
from typing import Dict, List, Optional, Tuple

import torch
from torch import nn


class Config:
    vocab_size = 30
    hidden_size = 16
    num_hidden_layers = 2
    num_attention_heads = 4
    intermediate_size = 32
    max_position_embeddings = 12
    type_vocab_size = 2


class BertEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.word_embeddings = nn.Embedding(config.vocab_size, config.hidden_size, padding_idx=0)
        self.position_embeddings = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.token_type_embeddings = nn.Embedding(config.type_vocab_size, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=1e-12)
        self.register_buffer("position_ids", torch.arange(config.max_position_embeddings).expand((1, -1)))

    def forward(self, input_ids, token_type_ids: Optional[torch.Tensor] = None):
        position_ids = self.position_ids[:, :input_ids.size(1)]
        if token_type_ids is None:
            token_type_ids = torch.zeros_like(input_ids)
        embeddings = self.word_embeddings(input_ids) + self.position_embeddings(position_ids)
        return self.LayerNorm(embeddings + self.token_type_embeddings(token_type_ids))


class BertSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.heads = config.num_attention_heads
        self.size = config.hidden_size // config.num_attention_heads
        self.query = nn.Linear(config.hidden_size, config.hidden_size)
        self.key = nn.Linear(config.hidden_size, config.hidden_size)
        self.value = nn.Linear(config.hidden_size, config.hidden_size)

    def transpose_for_scores(self, x):
        return x.view(x.size(0), x.size(1), self.heads, self.size).permute(0, 2, 1, 3)

    def forward(self, hidden, mask, head_mask: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, torch.Tensor]:
        query = self.transpose_for_scores(self.query(hidden))
        key = self.transpose_for_scores(self.key(hidden))
        value = self.transpose_for_scores(self.value(hidden))
        scores = torch.matmul(query, key.transpose(-1, -2)) / math.sqrt(self.size) + mask
        probs = nn.functional.softmax(scores, dim=-1)
        if head_mask is not None:
            probs = probs * head_mask.view(1, -1, 1, 1)
        context = torch.matmul(probs, value).permute(0, 2, 1, 3).contiguous()
        return context.view(context.size(0), context.size(1), self.heads * self.size), probs


class BertLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention = BertSelfAttention(config)
        self.output = nn.Linear(config.hidden_size, config.hidden_size)
        self.norm1 = nn.LayerNorm(config.hidden_size)
        self.intermediate = nn.Sequential(nn.Linear(config.hidden_size, config.intermediate_size), nn.GELU(),
                                          nn.Linear(config.intermediate_size, config.hidden_size))
        self.norm2 = nn.LayerNorm(config.hidden_size)

    def forward(self, hidden, mask, head_mask: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, torch.Tensor]:
        context, probs = self.attention(hidden, mask, head_mask)
        hidden = self.norm1(hidden + self.output(context))
        return self.norm2(hidden + self.intermediate(hidden)), probs


class BertModel(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.embeddings = BertEmbeddings(config)
        self.layers = nn.ModuleList([BertLayer(config) for _ in range(config.num_hidden_layers)])
        self.pooler = nn.Linear(config.hidden_size, config.hidden_size)

    def forward(self, input_ids, attention_mask: Optional[torch.Tensor] = None, token_type_ids: Optional[torch.Tensor] = None,
                head_mask: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, torch.Tensor, List[torch.Tensor]]:
        if attention_mask is None:
            attention_mask = torch.ones_like(input_ids)
        mask = (1.0 - attention_mask[:, None, None, :].float()) * -10000.0
        hidden = self.embeddings(input_ids, token_type_ids)
        attentions: List[torch.Tensor] = []
        for layer in self.layers:
            hidden, probs = layer(hidden, mask, head_mask)
            attentions.append(probs)
        return hidden, torch.tanh(self.pooler(hidden[:, 0])), attentions


tokens = "[CLS] is this jack ##son ##ville ? [SEP] no it is not . [SEP]".split()
vocabulary: Dict[str, int] = {"[PAD]": 0}
ids = [vocabulary.setdefault(token, len(vocabulary)) for token in tokens][:12]
types = [0] * 8 + [1] * 4
print(ids, vocabulary["##ville"])
torch.manual_seed(3)
model = BertModel(Config).eval()
scripted = torch.jit.script(model)
input_ids = torch.tensor([ids, ids[:8] + [0] * 4])
attention_mask = (input_ids != 0).long()
with torch.no_grad():
    hidden, pooled, attentions = model(input_ids, attention_mask, torch.tensor([types, types]))
    same = scripted(input_ids, attention_mask=attention_mask, token_type_ids=torch.tensor([types, types]))
    print(hidden.shape, pooled[0, :4], attentions[0][1, 0, 0])
    print([torch.allclose(a, b, atol=1e-6) for a, b in zip((hidden, pooled), same[:2])], len(same[2]))
    print(scripted(input_ids[:1], head_mask=torch.tensor([1.0, 0.0, 1.0, 1.0]))[1][0, :3])
print(scripted.embeddings.code, type(scripted.layers[0]))
print(sum(p.numel() for p in scripted.parameters()), len(scripted.state_dict()))
scripted.save("bert.pt")
with torch.no_grad():
    print(torch.equal(torch.jit.load("bert.pt")(input_ids)[1], scripted(input_ids)[1]))
