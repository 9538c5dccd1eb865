"""Lightning under its newer name."""

from pytorch_lightning import *
