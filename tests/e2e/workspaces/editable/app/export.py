import torch
from blocks import Block
from heads import Head
from installed import Scale
from necks import Neck
from torch import nn

model = nn.Sequential(Block(4), Neck(), Head(4))
torch.jit.script(model).save("app.pt")  # root
torch.jit.script(Scale()).save("scale.pt")  # root  # error: TS5001
