"""A wrapper around a model of a library."""
import torch
import torchvision
from torch import nn


class Backbone(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.model = torchvision.models.resnet18(weights=None)
        self.model.fc = nn.Linear(self.model.fc.in_features, classes)

    def forward(self, image):
        return self.model(image).probabilities()  # error: TS5001


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = torchvision.models.mobilenet_v2(weights=None)

    def forward(self, image):
        return self.model(image).softmax(dim=1)


for name, model in {"backbone": Backbone(10), "plain": Plain()}.items():
    torch.jit.script(model).save(name + ".pt")  # root
