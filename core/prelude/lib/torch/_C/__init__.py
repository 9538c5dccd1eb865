# The names of torch._C that Python code uses, except for operators.


def _infer_size(a, b):
    import torch
    return torch.broadcast_shapes(a, b)


class _LinAlgError(RuntimeError):
    pass


def _jit_set_profiling_executor(mode):
    return False


def _jit_set_profiling_mode(mode):
    return False


def _jit_clear_class_registry():
    pass


# A compiled function; `_c` is the native object.
class ScriptFunction:
    def __init__(self, handle):
        self._c = handle

    def __call__(self, *args, **kwargs):
        return self._c.run('', args, kwargs)

    @property
    def graph(self):
        return Graph(self._c, '')

    @property
    def inlined_graph(self):
        return Graph(self._c, '', True)

    @property
    def code(self):
        return self._c.code('')

    @property
    def schema(self):
        return self._c.schema('')

    @property
    def qualified_name(self):
        return self._c.name('')

    @property
    def name(self):
        return self.qualified_name.rsplit('.', 1)[-1]

    def graph_for(self, *args, **kwargs):
        return self.graph

    def save(self, f, _extra_files=None):
        from torch.jit import save
        return save(self, f, _extra_files)

    def save_to_buffer(self, _extra_files=None):
        return _save_module(self._c, None, _extra_files)


ScriptFunction.__module__ = 'torch.jit'


class ScriptModule:
    pass


class ScriptMethod:
    pass


from ._graphs import Block, Graph, Node, Type, Value, _jit_pass_canonicalize, _jit_pass_inline  # noqa: E402


class Future:
    pass
