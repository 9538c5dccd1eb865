"""Export after training, in a try block that survives Ctrl+C."""
import torch
from torch import nn


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 1)

    def forward(self, x):
        if x.dim() > 2:
            x = x.flatten_all()  # error: TS5001
        return self.layer(x)


def train(batches, epochs, path):
    model = Regressor()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    best = float("inf")
    try:
        for epoch in range(epochs):
            for x, y in batches:
                loss = ((model(x) - y) ** 2).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                best = min(best, loss.item())
            print(f"epoch {epoch}: {best:.3f}")
        model.eval()
        torch.jit.script(model).save(path)  # root
    except KeyboardInterrupt:
        print("stopped")
    finally:
        print("best loss", best)
