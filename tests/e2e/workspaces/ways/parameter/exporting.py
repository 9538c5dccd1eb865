"""The exporter: it gets the model and the path as parameters."""
import torch


def export(model, path):
    model.eval()
    scripted = torch.jit.script(model)  # root
    scripted.save(path)
