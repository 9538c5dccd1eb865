# Hooks: functions that run with gradients, and the handles that remove them.
from collections import OrderedDict

import torch

__all__ = ['RemovableHandle', 'BackwardHook']


class RemovableHandle:
    id: int
    next_id: int = 0

    # A plain reference: the handle and the module both keep the dictionary alive.
    def __init__(self, hooks_dict: OrderedDict) -> None:
        self.hooks_dict = hooks_dict
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1

    def remove(self) -> None:
        self.hooks_dict.pop(self.id, None)

    def __enter__(self) -> 'RemovableHandle':
        return self

    def __exit__(self, type, value, tb) -> None:
        self.remove()


def _added(hooks, hook):
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


def _on_gradient(tensor, hook):
    if not tensor.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    return _added(torch._C._tensor_hooks(tensor), hook)


def _after_accumulation(tensor, hook):
    if not tensor.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if tensor.grad_fn is not None:
        raise RuntimeError('post accumulate grad hooks cannot be registered on non-leaf tensors')
    return _added(torch._C._accumulation_hooks(tensor), hook)


def unserializable_hook(f):
    f.__torch_unserializable__ = True
    return f


# Replaces the tensors of `values` that require gradients by outputs of one node. Returns the values, the
# node, and the positions of all tensors; no node if no tensor requires a gradient.
def _joined(values):
    from torch.nn.modules._functions import BackwardHookFunction
    places = [i for i, value in enumerate(values) if isinstance(value, torch.Tensor)]
    if not (torch.is_grad_enabled() and any(values[i].requires_grad for i in places)):
        return values, None, places
    tensors = BackwardHookFunction.apply(*(values[i] for i in places))
    node = next(tensor.grad_fn for tensor in tensors if tensor.grad_fn is not None)
    values = list(values)
    for i, tensor in zip(places, tensors):
        values[i] = tensor
    return tuple(values), node, places


# The gradients of all values of which some are tensors.
def _unpacked(grads, places, count):
    unpacked = [None] * count
    for i, grad in zip(places, grads):
        unpacked[i] = grad
    return tuple(unpacked)


# Runs the full backward hooks of one call of a module.
class BackwardHook:
    def __init__(self, module, user_hooks, user_pre_hooks):
        self.module = module
        self.user_hooks = user_hooks
        self.user_pre_hooks = user_pre_hooks
        self.grad_outputs = None
        self.has_inputs = False
        self.count = 0  # of the inputs

    def setup_input_hook(self, args):
        self.count = len(args)
        args, node, places = _joined(args)
        if node is None:
            return args
        self.has_inputs = True
        count = len(args)

        def hook(grad_input, _):
            if self.grad_outputs is None:
                # The gradients of the outputs have not been computed.
                return None
            grads = self._run(self.user_hooks, _unpacked(grad_input, places, count), 'grad_input')
            self.grad_outputs = None
            return tuple(grads[i] for i in places)

        node.register_hook(hook)
        return args

    def setup_output_hook(self, result):
        values = result if isinstance(result, tuple) else (result,)
        values, node, places = _joined(values)
        if node is None:
            return result
        count = len(values)

        def hook(_, grad_output):
            grads = _unpacked(grad_output, places, count)
            changed = False
            for pre_hook in self.user_pre_hooks:
                found = pre_hook(self.module, grads)
                if found is None:
                    continue
                grads = _checked(found, count, 'grad_output')
                changed = True
            self.grad_outputs = grads
            if not self.has_inputs:
                for user_hook in self.user_hooks:
                    if user_hook(self.module, (None,) * self.count, grads) is not None:
                        raise RuntimeError('Backward hook for Modules where no input requires gradient should always '
                                           'return None or None for all gradients.')
                self.grad_outputs = None
            return tuple(grads[i] for i in places) if changed else None

        node.register_hook(hook)
        return values if isinstance(result, tuple) else values[0]

    def _run(self, hooks, grads, name):
        for hook in hooks:
            found = hook(self.module, grads, self.grad_outputs)
            if found is not None:
                grads = _checked(found, len(grads), name)
        return grads


def _checked(found, count, name):
    found = found if isinstance(found, tuple) else (found,)
    if len(found) != count:
        raise RuntimeError(f'Backward hook returned an invalid number of {name}, got {len(found)}, but expected {count}')
    return found
