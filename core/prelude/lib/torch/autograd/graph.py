# Nodes of the tape, and hooks of the tensors that they save.
import contextlib

import _host
import torch

__all__ = ['saved_tensors_hooks', 'save_on_cpu', 'disable_saved_tensors_hooks', 'register_multi_grad_hook',
           'Node', 'GradientEdge', 'get_gradient_edge']

Node = torch._C._node_class() if _host.active else object


class saved_tensors_hooks:
    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self):
        torch._C._push_saved_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *args):
        torch._C._pop_saved_hooks()


# All tensors are in the memory of the CPU already.
class save_on_cpu(saved_tensors_hooks):
    def __init__(self, pin_memory=False, device_type='cuda'):
        super().__init__(lambda tensor: tensor.clone(), lambda packed: packed)


@contextlib.contextmanager
def disable_saved_tensors_hooks(error_message):
    before = torch._C._refuse_saved_hooks(error_message)
    try:
        yield
    finally:
        torch._C._refuse_saved_hooks(before)


class _MultiHandle:
    def __init__(self, handles):
        self.handles = handles

    def remove(self):
        for handle in self.handles:
            handle.remove()

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.remove()


# Calls fn with the gradients of all tensors, after the last of them; "any": after the first of them. Of a run
# of backward only the tensors count that it reaches.
def register_multi_grad_hook(tensors, fn, *, mode='all'):
    if mode not in ('all', 'any'):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    tensors = tuple(tensors)
    seen = [None] * len(tensors)
    state = {'count': 0}

    def hook_of(i):
        def hook(grad):
            state['count'] += 1
            seen[i] = grad
            if mode == 'any':
                if state['count'] == 1:
                    fn(grad)
            elif state['count'] == len(tensors):
                fn(seen.copy())
            if state['count'] == len(tensors):
                state['count'] = 0
                seen[:] = [None] * len(tensors)
        return hook

    return _MultiHandle(tuple(tensor.register_hook(hook_of(i)) for i, tensor in enumerate(tensors)))


class GradientEdge(tuple):
    def __new__(cls, node, output_nr):
        return super().__new__(cls, (node, output_nr))

    node = property(lambda self: self[0])
    output_nr = property(lambda self: self[1])


def get_gradient_edge(tensor):
    if not tensor.requires_grad:
        raise RuntimeError('It is not possible to get the gradient edge for a Tensor that does not require gradients')
    node = tensor.grad_fn
    if node is None:
        node = tensor.view_as(tensor).grad_fn.next_functions[0][0]
    return GradientEdge(node, tensor.output_nr)
