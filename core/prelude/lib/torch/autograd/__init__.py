import torch
from .function import Function
from .grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from .variable import Variable
from . import function, grad_mode, profiler

__all__ = ['Function', 'Variable', 'backward', 'enable_grad', 'grad', 'inference_mode', 'no_grad', 'set_grad_enabled']


def _tuple(values):
    if values is None:
        return ()
    return tuple(values) if isinstance(values, (list, tuple)) else (values,)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True,
         allow_unused=False, is_grads_batched=False):
    keep = create_graph if retain_graph is None else retain_graph
    found = torch._C._gradients(_tuple(outputs), _tuple(grad_outputs), keep, create_graph, _tuple(inputs))
    if not allow_unused and any(each is None for each in found):
        raise RuntimeError('One of the differentiated Tensors appears to not have been used in the graph. '
                           'Set allow_unused=True if this is the desired behavior.')
    return found


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    if inputs is not None and len(_tuple(inputs)) == 0:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    keep = create_graph if retain_graph is None else retain_graph
    torch._C._backward(_tuple(tensors), _tuple(grad_tensors), keep, create_graph, _tuple(inputs))


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
