# What Python code takes from torch._C beside operators.


def _infer_size(a, b):
    import torch
    return torch.broadcast_shapes(a, b)


def _jit_set_profiling_executor(mode):
    return False


def _jit_set_profiling_mode(mode):
    return False


def _jit_clear_class_registry():
    pass


class ScriptFunction:
    pass


class ScriptModule:
    pass


class ScriptMethod:
    pass


class Graph:
    pass


class Node:
    pass


class Value:
    pass


class Future:
    pass
