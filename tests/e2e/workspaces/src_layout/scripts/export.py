import torch

from speech.nets import Recognizer

model = Recognizer(bands=40)
torch.jit.script(model).save("recognizer.pt")  # root
