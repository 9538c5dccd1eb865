# Functions with a custom gradient.
import functools

import _host
import torch

__all__ = ['FunctionCtx', 'BackwardCFunction', 'Function', 'InplaceFunction', 'once_differentiable']

_on_apply = None  # takes the name of each Function that is applied; set by torch.jit.trace

# The base class of the nodes of the tape. Checked code has no tape.
_Node = torch._C._node_class() if _host.active else object


class FunctionCtx:
    needs_input_grad = ()
    to_save = ()
    dirty_tensors = ()
    non_differentiable = ()
    materialize_grads = True

    def save_for_backward(self, *tensors):
        self.to_save = tensors

    def save_for_forward(self, *tensors):
        pass

    def mark_dirty(self, *args):
        self.dirty_tensors = args

    def mark_shared_storage(self, *pairs):
        pass

    def mark_non_differentiable(self, *args):
        self.non_differentiable = args

    def set_materialize_grads(self, value):
        self.materialize_grads = value


# The context of one call of a Function: the node of the tape, if the call is recorded.
class BackwardCFunction(FunctionCtx, _Node):
    _saved = None  # functions that return the saved tensors
    _is_freed = False

    @property
    def saved_tensors(self):
        if self._is_freed:
            raise RuntimeError(
                'Trying to backward through the graph a second time (or directly access saved tensors after they have '
                'already been freed). Saved intermediate values of the graph are freed when you call .backward() or '
                'autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or '
                'if you need to access saved tensors after calling backward.')
        if self._saved is None:
            return self.to_save
        return tuple(each if each is None else each() for each in self._saved)

    @property
    def saved_variables(self):
        return self.saved_tensors

    # Of the outputs, a node keeps only the memory.
    def _save(self, outputs):
        saved = []
        for i, tensor in enumerate(self.to_save):
            if tensor is not None and not isinstance(tensor, torch.Tensor):
                raise TypeError(f'save_for_backward can only save variables, but argument {i} is of type '
                                f'{type(tensor).__name__}')
            place = next((j for j, output in enumerate(outputs) if output is tensor), None)
            saved.append(None if tensor is None else torch._C._saved(tensor, self, place))
        self.to_save = ()
        self._saved = tuple(saved)

    def _free_saved(self):
        if not self._saved:
            return self._is_freed
        self._saved = ()
        self._is_freed = True
        return True

    def apply(self, *args):
        return self._forward_cls.backward(self, *args)


def _context_of(cls):
    made = cls.__dict__.get('_backward_cls')
    if made is None:
        made = type(cls.__name__ + 'Backward', (BackwardCFunction,), {'_forward_cls': cls})
        cls._backward_cls = made
    return made()


class Function(FunctionCtx):
    generate_vmap_rule = False

    def __call__(self, *args, **kwargs):
        raise RuntimeError('Legacy autograd function with non-static forward method is deprecated. '
                           'Please use new-style autograd function with static forward method. '
                           '(Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)')

    @staticmethod
    def forward(ctx, *args, **kwargs):
        raise NotImplementedError('You must implement the forward function for custom autograd.Function.')

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError('You must implement either the backward or vjp method for your custom '
                                  'autograd.Function to use it with backward mode AD.')

    vjp = backward

    @staticmethod
    def jvp(ctx, *grad_inputs):
        raise NotImplementedError('You must implement the jvp function for custom autograd.Function to use it with '
                                  'forward mode AD.')

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError('setup_context is not implemented.')

    @classmethod
    def apply(cls, *args):
        if _on_apply is not None:
            _on_apply(cls.__name__)
        ctx = _context_of(cls)
        ctx.needs_input_grad = tuple(isinstance(each, torch.Tensor) and each.requires_grad for each in args)
        records = torch.is_grad_enabled() and any(ctx.needs_input_grad)
        with torch.no_grad():
            if cls.setup_context is Function.setup_context:
                output = cls.forward(ctx, *args)
            else:
                # PyTorch 2 separates the context from forward().
                output = cls.forward(*args)
                cls.setup_context(ctx, args, output)
        outputs = output if isinstance(output, tuple) else (output,)
        if not all(any(dirty is each for each in outputs) for dirty in ctx.dirty_tensors):
            raise RuntimeError('Some elements marked as dirty during the forward method were not returned as output. '
                               'The inputs that are modified inplace must all be outputs of the Function.')
        if not records:
            return output
        like = tuple((each.shape, each.dtype) if isinstance(each, torch.Tensor) else None for each in outputs)
        returned = outputs
        outputs = torch._C._connect(ctx, args, outputs, ctx.dirty_tensors, ctx.non_differentiable,
                                    functools.partial(_run_backward, ctx, like))
        ctx._save(returned)
        ctx.dirty_tensors = ctx.non_differentiable = ()
        return outputs if isinstance(output, tuple) else outputs[0]


# The gradients of the arguments of apply(), from those of the outputs.
def _run_backward(ctx, like, *grads):
    cls = ctx._forward_cls
    if ctx.materialize_grads:
        grads = tuple(torch.zeros(each[0], dtype=each[1]) if grad is None and each is not None else grad
                      for each, grad in zip(like, grads))
    backward = cls.backward if cls.backward is not Function.backward else cls.vjp
    found = backward(ctx, *grads)
    found = found if isinstance(found, tuple) else (found,)
    count = len(ctx.needs_input_grad)
    if len(found) > count and all(each is None for each in found[count:]):
        found = found[:count]
    if len(found) != count:
        raise RuntimeError(f'function {cls.__name__}Backward returned an incorrect number of gradients '
                           f'(expected {count}, got {len(found)})')
    for i, grad in enumerate(found):
        if grad is not None and not isinstance(grad, torch.Tensor):
            raise RuntimeError(f'expected Variable or None (got {type(grad).__name__})')
    return found


class InplaceFunction(Function):
    def __init__(self, inplace=False):
        self.inplace = inplace


class DelayedError(BackwardCFunction):
    pass


def _raise_twice(*grads):
    raise RuntimeError('trying to differentiate twice a function that was marked with @once_differentiable')


def once_differentiable(fn):
    @functools.wraps(fn)
    def wrapper(ctx, *args):
        with torch.no_grad():
            outputs = fn(ctx, *args)
        sources = tuple(arg for arg in args if isinstance(arg, torch.Tensor) and arg.requires_grad)
        if not torch.is_grad_enabled() or not sources:
            return outputs
        # Its gradient has none: a node raises when it is asked for.
        found = outputs if isinstance(outputs, tuple) else (outputs,)
        found = tuple(each if each is None else each.detach() for each in found)
        found = torch._C._connect(DelayedError(), sources, found, (), (), _raise_twice)
        return found if isinstance(outputs, tuple) else found[0]
    return wrapper


# The class of the nodes with a name.
def _node_class(name):
    return type(name, (_Node,), {'__module__': 'builtins'})
