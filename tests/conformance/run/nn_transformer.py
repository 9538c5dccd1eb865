import torch
from torch import nn

torch.manual_seed(0)
layer = nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16)
encoder = nn.TransformerEncoder(layer, num_layers=2)
x = torch.rand(5, 2, 8)
with torch.no_grad():
    layer.eval()
    encoder.train()
    for module in encoder.modules():
        if isinstance(module, nn.Dropout):
            module.p = 0.0
    out = layer(x)
    print(out.shape)
    print(out[0])
attention = nn.MultiheadAttention(8, 2)
with torch.no_grad():
    result, weights = attention(x, x, x)
    print(result[0], weights.shape, weights.sum(-1))
print(nn.Transformer.generate_square_subsequent_mask(3))
