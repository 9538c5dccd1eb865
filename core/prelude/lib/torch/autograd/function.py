# Functions with a custom gradient. Only their forward runs.

_on_apply = None  # takes the name of each Function that is applied; set by torch.jit.trace


class FunctionCtx:
    needs_input_grad = ()

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def mark_dirty(self, *args):
        pass

    def mark_non_differentiable(self, *args):
        pass

    def set_materialize_grads(self, value):
        pass


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
        if cls.setup_context is Function.setup_context:
            return cls.forward(ctx, *args)
        # PyTorch 2 separates the context from forward().
        output = cls.forward(*args)
        cls.setup_context(ctx, args, output)
        return output


InplaceFunction = Function


def once_differentiable(fn):
    return fn


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
