"""Uses a package that is not installed; its source is in the server."""
from pytorch_lightning import LightningModule

Base = LightningModule
