# Functions with a custom gradient.
import functools
import torch

_on_apply = None  # takes the name of each Function that is applied; set by torch.jit.trace


class FunctionCtx:
    needs_input_grad = ()
    saved_tensors = ()
    _dirty = ()
    _constant = ()
    materialize_grads = True

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def save_for_forward(self, *tensors):
        pass

    def mark_dirty(self, *args):
        self._dirty = args

    def mark_non_differentiable(self, *args):
        self._constant = args

    def set_materialize_grads(self, value):
        self.materialize_grads = value


class Function(FunctionCtx):
    @staticmethod
    def forward(ctx, *args, **kwargs):
        raise NotImplementedError('a Function must define forward()')

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError('a Function must define backward() to be differentiated')

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError('a Function whose forward() takes no context must define setup_context()')

    @classmethod
    def apply(cls, *args):
        if _on_apply is not None:
            _on_apply(cls.__name__)
        ctx = cls()
        ctx.needs_input_grad = tuple(isinstance(each, torch.Tensor) and each.requires_grad for each in args)
        records = torch.is_grad_enabled() and any(ctx.needs_input_grad)
        with torch.no_grad():
            if cls.setup_context is Function.setup_context:
                output = cls.forward(ctx, *args)
            else:
                # PyTorch 2 separates the context from forward().
                output = cls.forward(*args)
                cls.setup_context(ctx, args, output)
        if not records:
            return output
        outputs = output if isinstance(output, tuple) else (output,)
        outputs = torch._C._connect(f'{cls.__name__}Backward', args, outputs, ctx._dirty, ctx._constant,
                                    functools.partial(_run_backward, cls, ctx, outputs))
        return outputs if isinstance(output, tuple) else outputs[0]


# The gradients of the arguments of apply(), from those of the outputs.
def _run_backward(cls, ctx, outputs, *grads):
    if ctx.materialize_grads:
        grads = tuple(torch.zeros_like(output) if grad is None and isinstance(output, torch.Tensor) else grad
                      for output, grad in zip(outputs, grads))
    found = cls.backward(ctx, *grads)
    found = found if isinstance(found, tuple) else (found,)
    if len(found) < len(ctx.needs_input_grad):
        raise RuntimeError(f'function {cls.__name__}Backward returned an incorrect number of gradients '
                           f'(expected {len(ctx.needs_input_grad)}, got {len(found)})')
    return found


InplaceFunction = Function


def once_differentiable(fn):
    @functools.wraps(fn)
    def wrapper(ctx, *args):
        with torch.no_grad():
            return fn(ctx, *args)
    return wrapper


# A grad_fn of which only the name of the function is known.
class _Node:
    next_functions = ()
    requires_grad = True

    def name(self):
        return type(self).__name__

    def __repr__(self):
        return f'<{type(self).__name__} object at {hex(id(self))}>'


def _node(name):
    return type(name, (_Node,), {})()
