import torch
from factory_not_here import create_model  # skipped: TS1302

from model import Mixer

torch.jit.script(Mixer(4)).save("mixer.pt")  # root
torch.jit.script(create_model("base")).save("base.pt")  # skipped: TS1301
