# The names of torch._C that Python code uses, except for operators.


def _infer_size(a, b):
    import torch
    return torch.broadcast_shapes(a, b)


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


# The graph of a compiled function or method.
class Graph:
    def __init__(self, handle, name, inlined=False, canonical=False):
        self._handle = handle
        self._name = name
        self._inlined = inlined
        self._canonical = canonical

    def __repr__(self):
        return self.str()

    def str(self, print_source_ranges=True):
        return self._handle.graph(self._name, self._inlined, self._canonical, print_source_ranges)

    def copy(self):
        return Graph(self._handle, self._name, self._inlined, self._canonical)


def _jit_pass_canonicalize(graph, keep_unique_names=True):
    return Graph(graph._handle, graph._name, graph._inlined, True)


def _jit_pass_inline(graph):
    graph._inlined = True


class Node:
    pass


class Value:
    pass


class Future:
    pass
