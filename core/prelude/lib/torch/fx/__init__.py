# Symbolic tracing isn't supported: modules are returned unchanged.
from .graph_module import GraphModule


def wrap(fn_or_name):
    return fn_or_name


class Node:
    pass


class Proxy:
    pass


class Graph:
    pass


class Tracer:
    def __init__(self, autowrap_modules=(), autowrap_functions=(), param_shapes_constant=False):
        pass

    def trace(self, root, concrete_args=None):
        return Graph()

    def is_leaf_module(self, m, module_qualified_name):
        return m.__module__.startswith('torch.nn')


class Interpreter:
    def __init__(self, module, garbage_collect_values=True):
        self.module = module


class Transformer(Interpreter):
    pass


def symbolic_trace(root, concrete_args=None):
    return root
