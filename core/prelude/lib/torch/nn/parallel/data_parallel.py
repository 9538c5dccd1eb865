from ..modules import Module

__all__ = ['DataParallel']


# Without an accelerator this wrapper only calls the module.
class DataParallel(Module):
    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module
        self.device_ids = []

    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)
