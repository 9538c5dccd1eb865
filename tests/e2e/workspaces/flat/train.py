"""Training: Python that TorchScript would refuse is fine here."""
import torch

from model import Net


def train(batches, **options):
    model = Net(3)
    optimizer = torch.optim.Adam(model.parameters(), **options)
    history = {}
    for number, (x, y) in enumerate(batches):
        try:
            loss = (model(x) - y).abs().mean()
            loss.backward()
            optimizer.step()
        finally:
            history[number] = [v for v in (loss,) if v > 0]
    return history
