# Modules that infer the shapes of their parameters from the first input.
import itertools

import torch

from ..parameter import is_lazy

__all__ = ['LazyModuleMixin']


class LazyModuleMixin:
    # The class of the module after initialization.
    cls_to_become = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._load_hook = self._register_load_state_dict_pre_hook(self._lazy_load_hook)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters)

    # Like Module's method, but saves a tensor without a shape as it is.
    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, tensor in itertools.chain(self._parameters.items(), self._buffers.items()):
            if tensor is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = tensor if keep_vars or is_lazy(tensor) else tensor.detach()

    def _lazy_load_hook(self, state_dict, prefix, local_metadata, strict,
                        missing_keys, unexpected_keys, error_msgs):
        for name, tensor in itertools.chain(self._parameters.items(), self._buffers.items()):
            saved = state_dict.get(prefix + name)
            if is_lazy(tensor) and saved is not None and not is_lazy(saved):
                with torch.no_grad():
                    tensor.materialize(saved.shape)

    def initialize_parameters(self, *args, **kwargs):
        raise NotImplementedError(f'{type(self).__name__} must implement the initialization of its parameters')

    def has_uninitialized_params(self):
        for tensor in itertools.chain(self._parameters.values(), self._buffers.values()):
            if is_lazy(tensor):
                return True
        return False

    def _infer_parameters(self, module, input):
        module.initialize_parameters(*input)
        if module.has_uninitialized_params():
            raise RuntimeError(f'{self._get_name()} still has parameters without a shape')
        module._initialize_hook.remove()
        module._load_hook.remove()
        del module._initialize_hook
        del module._load_hook
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become
