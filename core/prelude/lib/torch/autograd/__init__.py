# Gradients.
import torch
from .function import Function
from .grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled, set_multithreading_enabled
from .anomaly_mode import detect_anomaly, set_detect_anomaly
from .variable import Variable
from .gradcheck import gradcheck, gradgradcheck
from . import anomaly_mode, forward_ad, function, functional, grad_mode, graph, profiler

__all__ = ['Function', 'Variable', 'backward', 'enable_grad', 'grad', 'gradcheck', 'gradgradcheck', 'inference_mode',
           'no_grad', 'set_grad_enabled', 'detect_anomaly', 'set_detect_anomaly']


def _tuple(values):
    if values is None:
        return ()
    return tuple(values) if isinstance(values, (list, tuple)) else (values,)


# The seeds of backward, one for each output.
def _make_grads(outputs, grads):
    if not grads:
        return (None,) * len(outputs)
    if len(grads) != len(outputs):
        raise RuntimeError(f'got {len(outputs)} tensors and {len(grads)} gradients')
    for output, grad in zip(outputs, grads):
        if grad is not None and not isinstance(grad, torch.Tensor):
            raise TypeError('gradients can be either Tensors or None, but got ' + type(grad).__name__)
        if grad is not None and output.dtype.is_complex != grad.dtype.is_complex:
            raise RuntimeError('For complex Tensors, both grad_output and output are required to have the same dtype. '
                               f'Mismatch in dtype: grad_output[{grads.index(grad)}] has a dtype of {grad.dtype} and '
                               f'output[{grads.index(grad)}] has a dtype of {output.dtype}.')
    return grads


def grad(
    outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True,
    allow_unused=False,  # @1.13
    allow_unused=None,  # @2.6+
    is_grads_batched=False,
    materialize_grads=False,  # @2.6+
):
    materialize_grads = False  # @1.13
    if materialize_grads and allow_unused is False:  # @2.6+
        raise ValueError('Expected allow_unused to be True or not passed when materialize_grads=True, '  # @2.6+
                         'but got: allow_unused=False.')  # @2.6+
    outputs, inputs = _tuple(outputs), _tuple(inputs)
    keep = create_graph if retain_graph is None else retain_graph
    allow_unused = allow_unused or materialize_grads
    if is_grads_batched:
        return _batched_grad(outputs, inputs, _tuple(grad_outputs), keep, create_graph, allow_unused)
    found = torch._C._gradients(outputs, _make_grads(outputs, _tuple(grad_outputs)), keep, create_graph, inputs)
    if not allow_unused and any(each is None for each in found):
        raise RuntimeError('One of the differentiated Tensors appears to not have been used in the graph. '
                           'Set allow_unused=True if this is the desired behavior.')
    if materialize_grads:
        found = tuple(torch.zeros_like(each, requires_grad=True) if grad is None else grad
                      for grad, each in zip(found, inputs))
    return found


# A gradient for each row of grad_outputs, one after another.
def _batched_grad(outputs, inputs, grad_outputs, keep, create_graph, allow_unused):
    rows = [grad(outputs, inputs, seeds, True, create_graph, allow_unused=allow_unused)
            for seeds in zip(*(each.unbind(0) for each in grad_outputs))]
    return tuple(None if column[0] is None else torch.stack(column) for column in zip(*rows))


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    if inputs is not None and not isinstance(inputs, torch.Tensor) and len(inputs) == 0:
        raise RuntimeError('inputs argument to backward cannot be empty')  # @1.13
        raise RuntimeError('`inputs` argument to `backward()` cannot be empty.')  # @2.6+
    tensors = _tuple(tensors)
    keep = create_graph if retain_graph is None else retain_graph
    torch._C._backward(tensors, _make_grads(tensors, _tuple(grad_tensors)), keep, create_graph, _tuple(inputs))
