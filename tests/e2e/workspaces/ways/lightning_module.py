"""A LightningModule."""
import pytorch_lightning as pl
import torch
from torch import nn


class LitRegressor(pl.LightningModule):
    def __init__(self, width=8):
        super().__init__()
        self.layer = nn.Linear(width, 1)

    def forward(self, x):
        return self.layer(x).lit()  # error: TS5001

    def training_step(self, batch, batch_index):
        x, y = batch
        loss = nn.functional.mse_loss(self(x), y)
        self.log("loss", loss)
        return loss

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-3)


if __name__ == "__main__":
    model = LitRegressor()
    pl.Trainer(max_epochs=1).fit(model)
    model.to_torchscript("regressor.pt")  # root
