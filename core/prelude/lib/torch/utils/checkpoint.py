"""Checkpointing: recomputes parts of a model in the backward pass instead of saving their values."""
import warnings

import torch
from torch.nn import Sequential

__all__ = ['checkpoint', 'checkpoint_sequential', 'CheckpointFunction', 'check_backward_validity', 'detach_variable',
           'get_device_states', 'noop_context_fn', 'set_device_states']


def detach_variable(inputs):
    if not isinstance(inputs, tuple):
        raise RuntimeError('Only tuple of tensors is supported. Got Unsupported input type: ', type(inputs).__name__)
    out = []
    for inp in inputs:
        if isinstance(inp, torch.Tensor):
            x = inp.detach()
            x.requires_grad = inp.requires_grad
            inp = x
        out.append(inp)
    return tuple(out)


def check_backward_validity(inputs):
    if not any(inp.requires_grad for inp in inputs if isinstance(inp, torch.Tensor)):
        warnings.warn('None of the inputs have requires_grad=True. Gradients will be None')


def get_device_states(*args):
    return [], []


def set_device_states(devices, states):
    pass


class _Pass:
    def __enter__(self):
        pass

    def __exit__(self, *args):
        pass


def noop_context_fn():
    return _Pass(), _Pass()


# The state of the generator at a call, if its random numbers are to be drawn again.
class _Replayed:
    def __init__(self, preserves):
        self.state = torch.get_rng_state() if preserves else None

    def __enter__(self):
        self.own = torch.get_rng_state()
        if self.state is not None:
            torch.set_rng_state(self.state)

    def __exit__(self, *args):
        if self.state is not None:
            torch.set_rng_state(self.own)


class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        check_backward_validity(args)
        ctx.run_function = run_function
        ctx.replayed = _Replayed(preserve_rng_state)
        ctx.inputs = [None if isinstance(arg, torch.Tensor) else arg for arg in args]
        ctx.tensor_indices = [i for i, arg in enumerate(args) if isinstance(arg, torch.Tensor)]
        ctx.save_for_backward(*(args[i] for i in ctx.tensor_indices))
        with torch.no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx, *args):
        inputs = list(ctx.inputs)
        for i, tensor in zip(ctx.tensor_indices, ctx.saved_tensors):
            inputs[i] = tensor
        detached = detach_variable(tuple(inputs))
        with ctx.replayed, torch.enable_grad():
            outputs = ctx.run_function(*detached)
        if isinstance(outputs, torch.Tensor):
            outputs = (outputs,)
        pairs = [(output, grad) for output, grad in zip(outputs, args)
                 if isinstance(output, torch.Tensor) and output.requires_grad]
        if not pairs:
            raise RuntimeError('none of output has requires_grad=True, this checkpoint() is not necessary')
        torch.autograd.backward([output for output, _ in pairs], [grad for _, grad in pairs])
        return (None, None) + tuple(each.grad if isinstance(each, torch.Tensor) else None for each in detached)


class _StopRecomputation(Exception):
    pass


# The saved tensors of a part of the graph, by their order. The first one that is needed recomputes all of them.
class _Recomputation:
    def __init__(self, run, replayed):
        self.run = run
        self.replayed = replayed
        self.count = 0
        self.tensors = {}

    def pack(self, tensor):
        self.count += 1
        return self.count - 1

    def unpack(self, place):
        if place not in self.tensors:
            self.recompute()
        if place not in self.tensors:
            raise CheckpointError('torch.utils.checkpoint: A different number of tensors was saved during the original '
                                  f'forward and recomputation.\nNumber of tensors saved during forward: {self.count}\n'
                                  f'Number of tensors saved during recomputation: {len(self.tensors)}.')
        return self.tensors.pop(place)

    def recompute(self):
        found = self.tensors

        def keep(tensor):
            found[len(found)] = tensor.detach()
            if len(found) == self.count:
                raise _StopRecomputation
            return tensor

        found.clear()
        with self.replayed, torch.enable_grad(), torch.autograd.graph.saved_tensors_hooks(keep, lambda kept: kept):
            try:
                self.run()
            except _StopRecomputation:
                pass


class CheckpointError(RuntimeError):
    pass


def _checkpoint_without_reentrant(function, preserve, context_fn, args, kwargs):
    forward_context, recompute_context = context_fn()

    def run():
        with recompute_context:
            function(*args, **kwargs)

    recomputation = _Recomputation(run, _Replayed(preserve))
    with torch.autograd.graph.saved_tensors_hooks(recomputation.pack, recomputation.unpack), forward_context:
        return function(*args, **kwargs)


def checkpoint(
    function, *args,
    use_reentrant: bool = True,  # @1.13
    use_reentrant=None,  # @2.6+
    context_fn=noop_context_fn,
    determinism_check='default',
    debug=False,
    **kwargs,
):
    if use_reentrant is None:
        warnings.warn('torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. In version 2.5 we '
                      'will raise an exception if use_reentrant is not passed. use_reentrant=False is recommended, but if '
                      'you need to preserve the current default behavior, you can pass use_reentrant=True. Refer to docs '
                      'for more details on the differences between the two variants.', stacklevel=2)
        use_reentrant = True
    preserve = kwargs.pop('preserve_rng_state', True)
    if kwargs and use_reentrant:
        raise ValueError('Unexpected keyword arguments: ' + ','.join(arg for arg in kwargs))
    if use_reentrant:
        return CheckpointFunction.apply(function, preserve, *args)
    return _checkpoint_without_reentrant(function, preserve, context_fn, args, kwargs)


# Runs the functions in `segments` parts, each but the last one as a checkpoint.
def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    preserve = kwargs.pop('preserve_rng_state', True)
    if kwargs:
        raise ValueError('Unexpected keyword arguments: ' + ','.join(arg for arg in kwargs))
    use_reentrant = True if use_reentrant is None else use_reentrant

    def run_function(start, end):
        def forward(input):
            for i in range(start, end + 1):
                input = functions[i](input)
            return input
        return forward

    if isinstance(functions, Sequential):
        functions = list(functions.children())
    segment_size = len(functions) // segments
    end = -1
    for start in range(0, segment_size * (segments - 1), segment_size):
        end = start + segment_size - 1
        input = checkpoint(run_function(start, end), input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return run_function(end + 1, len(functions) - 1)(input)
