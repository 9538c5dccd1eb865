"""The part of Lightning that decides what a LightningModule is when it is scripted. Other names are Unknown."""

import builtins

from torch import nn

__all__ = ["LightningModule", "LightningDataModule", "seed_everything"]


class LightningModule(nn.Module):
    __jit_unused_properties__ = [
        "automatic_optimization", "current_epoch", "device", "dtype", "example_input_array", "fabric", "global_rank",
        "global_step", "hparams", "hparams_initial", "local_rank", "logger", "loggers", "on_gpu", "strict_loading",
        "trainer"]

    def __init__(self, *args, **kwargs):
        super().__init__()

    # The hyperparameters in a checkpoint are not known.
    @classmethod
    def load_from_checkpoint(cls, checkpoint_path, **kwargs):
        return cls(**getattr(builtins, "__jitscope_unknown__", kwargs))

    def save_hyperparameters(self, *args, **kwargs):
        pass

    def freeze(self):
        for parameter in self.parameters():
            parameter.requires_grad = False
        self.eval()


class LightningDataModule:
    pass


def seed_everything(seed=None, workers=False):
    return seed
