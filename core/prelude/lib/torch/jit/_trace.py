from torch.nn import Module
from ._script import ScriptModule


class ONNXTracedModule(Module):
    pass


class TracedModule(Module):
    pass


class TopLevelTracedModule(ScriptModule):
    pass


class TracerWarning(Warning):
    @staticmethod
    def ignore_lib_warnings():
        pass


class TracingCheckError(Exception):
    pass


def is_tracing() -> bool:
    return False


# A function that is compiled where a trace calls it.
def script_if_tracing(fn):
    fn.__script_if_tracing_wrapper = True
    return fn


_script_if_tracing = script_if_tracing
