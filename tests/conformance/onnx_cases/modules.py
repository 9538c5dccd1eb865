"""Modules of torch.nn: (name, builder, inputs, inputs of another batch)."""
import torch
from torch import nn


def image(channels, *sizes):
    return [torch.randn(2, channels, *sizes)], [torch.randn(5, channels, *sizes)]




class Recurrent(nn.Module):
    """A layer whose scripted form has no `forward` of its own."""

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        return self.layer(x)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, x):
        return self.layer(x, x, x)[0]


ACTIVATIONS = [nn.ReLU, nn.ReLU6, nn.Sigmoid, nn.Tanh, nn.GELU, nn.SiLU, nn.Mish, nn.ELU, nn.CELU, nn.SELU, nn.LeakyReLU, nn.Hardtanh,
               nn.Hardswish, nn.Hardsigmoid, nn.Hardshrink, nn.Softshrink, nn.Tanhshrink, nn.Softplus, nn.Softsign, nn.LogSigmoid, nn.PReLU,
               nn.RReLU, nn.Identity, nn.Dropout]

CASES = [(each.__name__, each, *image(3, 4, 5)) for each in ACTIVATIONS]
CASES += [
    ("Threshold", lambda: nn.Threshold(0.1, 2.0), *image(3, 4)),
    ("GLU", lambda: nn.GLU(1), *image(4, 5)),
    ("Softmax", lambda: nn.Softmax(1), *image(4, 5)),
    ("Softmax2d", nn.Softmax2d, *image(4, 5, 5)),
    ("LogSoftmax", lambda: nn.LogSoftmax(-1), *image(4, 5)),
    ("Softmin", lambda: nn.Softmin(1), *image(4, 5)),
    ("Linear", lambda: nn.Linear(4, 5), *image(4)),
    ("Linear of three dimensions", lambda: nn.Linear(4, 5), *image(3, 4)),
    ("Linear without bias", lambda: nn.Linear(4, 5, bias=False), *image(4)),
    ("Conv1d", lambda: nn.Conv1d(3, 4, 3, padding=1), *image(3, 8)),
    ("Conv2d", lambda: nn.Conv2d(4, 6, 3, stride=2, padding=1, groups=2, dilation=2), *image(4, 9, 9)),
    ("Conv2d same", lambda: nn.Conv2d(4, 6, 4, padding="same"), *image(4, 9, 9)),
    ("Conv2d reflect", lambda: nn.Conv2d(4, 6, 3, padding=1, padding_mode="reflect"), *image(4, 9, 9)),
    ("Conv3d", lambda: nn.Conv3d(2, 3, 2), *image(2, 4, 4, 4)),
    ("ConvTranspose1d", lambda: nn.ConvTranspose1d(3, 4, 3, stride=2), *image(3, 5)),
    ("ConvTranspose2d", lambda: nn.ConvTranspose2d(3, 4, 3, stride=2, padding=1, output_padding=1), *image(3, 5, 5)),
    ("BatchNorm1d", lambda: nn.BatchNorm1d(3), *image(3, 4)),
    ("BatchNorm2d", lambda: nn.BatchNorm2d(3), *image(3, 4, 4)),
    ("BatchNorm3d", lambda: nn.BatchNorm3d(3, affine=False), *image(3, 2, 2, 2)),
    ("LayerNorm", lambda: nn.LayerNorm([4, 5]), *image(3, 4, 5)),
    ("LayerNorm without parameters", lambda: nn.LayerNorm(5, elementwise_affine=False), *image(3, 5)),
    ("GroupNorm", lambda: nn.GroupNorm(2, 4), *image(4, 5)),
    ("InstanceNorm2d", lambda: nn.InstanceNorm2d(3, affine=True), *image(3, 4, 4)),
    ("LocalResponseNorm", lambda: nn.LocalResponseNorm(3), *image(5, 4, 4)),
    ("MaxPool1d", lambda: nn.MaxPool1d(2), *image(3, 9)),
    ("MaxPool2d", lambda: nn.MaxPool2d(3, 2, 1, ceil_mode=True), *image(3, 9, 8)),
    ("MaxPool2d with indices", lambda: nn.MaxPool2d(2, return_indices=True), *image(3, 8, 8)),
    ("MaxPool3d", lambda: nn.MaxPool3d(2), *image(3, 4, 4, 4)),
    ("AvgPool1d", lambda: nn.AvgPool1d(2), *image(3, 8)),
    ("AvgPool2d", lambda: nn.AvgPool2d(3, 2, 1), *image(3, 8, 8)),
    ("AvgPool2d without padding", lambda: nn.AvgPool2d(3, 2, 1, count_include_pad=False), *image(3, 8, 8)),
    ("AdaptiveAvgPool2d", lambda: nn.AdaptiveAvgPool2d(1), *image(3, 8, 8)),
    ("AdaptiveAvgPool2d uneven", lambda: nn.AdaptiveAvgPool2d((3, 5)), *image(3, 8, 8)),
    ("AdaptiveMaxPool2d", lambda: nn.AdaptiveMaxPool2d(2), *image(3, 8, 8)),
    ("ConstantPad2d", lambda: nn.ConstantPad2d((1, 2, 3, 0), 0.5), *image(3, 4, 4)),
    ("ReflectionPad2d", lambda: nn.ReflectionPad2d(1), *image(3, 4, 4)),
    ("ReplicationPad1d", lambda: nn.ReplicationPad1d(2), *image(3, 4)),
    ("ZeroPad2d", lambda: nn.ZeroPad2d(1), *image(3, 4, 4)),
    ("PixelShuffle", lambda: nn.PixelShuffle(2), *image(8, 3, 3)),
    ("PixelUnshuffle", lambda: nn.PixelUnshuffle(2), *image(2, 4, 4)),
    ("ChannelShuffle", lambda: nn.ChannelShuffle(2), *image(4, 3, 3)),
    ("Upsample nearest", lambda: nn.Upsample(scale_factor=2), *image(3, 4, 4)),
    ("Upsample bilinear", lambda: nn.Upsample(size=(7, 9), mode="bilinear"), *image(3, 4, 4)),
    ("Upsample aligned", lambda: nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True), *image(3, 4, 4)),
    ("Upsample bicubic", lambda: nn.Upsample(scale_factor=2, mode="bicubic"), *image(3, 4, 4)),
    ("Flatten", nn.Flatten, *image(3, 4)),
    ("Unflatten", lambda: nn.Unflatten(1, (2, 2)), *image(4, 3)),
    ("Embedding", lambda: nn.Embedding(9, 4), [torch.randint(0, 9, (2, 3))], [torch.randint(0, 9, (4, 3))]),
    ("CosineSimilarity", lambda: nn.CosineSimilarity(1), [torch.randn(2, 3), torch.randn(2, 3)], [torch.randn(4, 3), torch.randn(4, 3)]),
    ("Bilinear", lambda: nn.Bilinear(3, 4, 5), [torch.randn(2, 3), torch.randn(2, 4)], [torch.randn(4, 3), torch.randn(4, 4)]),
    ("LSTM", lambda: Recurrent(nn.LSTM(4, 5, batch_first=True)), *image(3, 4)),
    ("LSTM of two layers", lambda: Recurrent(nn.LSTM(4, 5, num_layers=2, bidirectional=True, batch_first=True)), *image(3, 4)),
    ("LSTM without bias", lambda: Recurrent(nn.LSTM(4, 5, bias=False)), [torch.randn(3, 2, 4)], []),
    ("GRU", lambda: Recurrent(nn.GRU(4, 5, batch_first=True)), *image(3, 4)),
    ("GRU of two directions", lambda: Recurrent(nn.GRU(4, 5, bidirectional=True)), [torch.randn(3, 2, 4)], []),
    ("RNN", lambda: Recurrent(nn.RNN(4, 5, batch_first=True)), *image(3, 4)),
    ("RNN relu", lambda: Recurrent(nn.RNN(4, 5, nonlinearity="relu")), [torch.randn(3, 2, 4)], []),
    ("LSTMCell", lambda: nn.LSTMCell(4, 5), *image(4)),
    ("GRUCell", lambda: nn.GRUCell(4, 5), *image(4)),
    ("MultiheadAttention", Attention, *image(3, 8)),
    ("TransformerEncoderLayer", lambda: nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), *image(3, 8)),
    ("TransformerEncoder", lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16), 2), [torch.randn(3, 2, 8)], []),
    ("TransformerDecoderLayer", lambda: nn.TransformerDecoderLayer(8, 2, 16), [torch.randn(3, 2, 8), torch.randn(4, 2, 8)], []),
    ("Transformer", lambda: nn.Transformer(8, 2, 1, 1, 16), [torch.randn(3, 2, 8), torch.randn(4, 2, 8)], []),
]
