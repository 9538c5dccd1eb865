from .function import Function
from .grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from .variable import Variable
from . import function, grad_mode, profiler
from torch._C import _need_gradients

__all__ = ['Function', 'Variable', 'backward', 'enable_grad', 'grad', 'inference_mode', 'no_grad', 'set_grad_enabled']


# Gradients aren't computed; they only get the shapes of the inputs.
def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True,
         allow_unused=False, is_grads_batched=False):
    _need_gradients('torch.autograd.grad')
    inputs = inputs if isinstance(inputs, (list, tuple)) else (inputs,)
    return tuple(each.detach() for each in inputs)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    _need_gradients('torch.autograd.backward')


class detect_anomaly:
    def __init__(self, check_nan=True):
        pass

    def __enter__(self):
        pass

    def __exit__(self, *args):
        pass


class set_detect_anomaly(detect_anomaly):
    def __init__(self, mode, check_nan=True):
        pass
