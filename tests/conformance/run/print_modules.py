import torch
from torch import nn


class Netz(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 4, padding_idx=0)
        self.rnn = nn.LSTM(4, 8, num_layers=2, batch_first=True, bidirectional=True, dropout=0.1)
        self.blocks = nn.ModuleList([nn.Sequential(nn.Linear(8, 8), nn.GELU()) for _ in range(2)])
        self.parts = nn.ModuleDict({"kopf": nn.Linear(8, 2, bias=False), "norm": nn.LayerNorm(8)})
        self.extra = nn.ParameterList([nn.Parameter(torch.zeros(2))])

    def extra_repr(self):
        return "größe=8"


print(Netz())
for module in [
    nn.Conv2d(3, 8, (3, 5), stride=2, padding="valid", groups=1, padding_mode="reflect"), nn.ConvTranspose1d(2, 4, 3, output_padding=1, stride=2),
    nn.BatchNorm2d(4, affine=False), nn.GroupNorm(2, 4), nn.Dropout2d(0.2, inplace=True), nn.MaxPool2d(2, ceil_mode=True), nn.AdaptiveAvgPool2d((1, None)),
    nn.Softmax(dim=1), nn.LeakyReLU(0.2), nn.Flatten(), nn.Unflatten(1, (2, 3)), nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True),
    nn.MultiheadAttention(8, 2), nn.TransformerEncoderLayer(8, 2, 16), nn.GRUCell(2, 3), nn.Bilinear(1, 2, 3), nn.CrossEntropyLoss(), nn.PReLU(),
    nn.Identity(), nn.Hardtanh(), nn.PixelShuffle(2), nn.ZeroPad2d((1, 2, 3, 4)), nn.EmbeddingBag(4, 2, mode="sum"), nn.Threshold(0.1, 20),
    nn.ELU(inplace=True), nn.LocalResponseNorm(2), nn.Fold((2, 2), 1), nn.CosineSimilarity(), nn.RNN(2, 3, nonlinearity="relu"), nn.SiLU(),
]:
    print(module)
net = Netz()
print(sum(p.numel() for p in net.parameters()), len(list(net.buffers())), len(list(net.modules())))
for name, parameter in net.named_parameters():
    print(name, tuple(parameter.shape), parameter.dtype, parameter.requires_grad)
print([name for name, _ in net.named_children()], net.get_submodule("parts.norm"))
print(nn.Parameter(torch.ones(2)), type(net.extra), net.training)
net.apply(lambda m: nn.init.ones_(m.weight) if isinstance(m, nn.Linear) else None)
print(net.parts["kopf"].weight.sum().item(), net.eval().blocks[0].training)
net.double().half().float().requires_grad_(False)
print({p.dtype for p in net.parameters()}, any(p.requires_grad for p in net.parameters()))
