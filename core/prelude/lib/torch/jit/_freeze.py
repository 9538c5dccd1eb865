import collections

from ._script import RecursiveScriptModule, ScriptModule


# A copy of a compiled module whose attributes are constants of its methods: only preserved attributes and methods, and
# forward, remain members.
class _FrozenModule(RecursiveScriptModule):
    def __init__(self, handle, preserved):
        super().__init__(handle)
        state = self.__dict__
        state['_preserved'] = preserved
        state['_parameters'] = collections.OrderedDict()
        state['_buffers'] = collections.OrderedDict()
        state['_modules'] = collections.OrderedDict()

    def __getattr__(self, name):
        handle = self.__dict__['_c']
        is_own = handle.has_attribute(name) or handle.has_method(name)
        if is_own and name not in self.__dict__.get('_preserved', ()):
            raise AttributeError(f"'RecursiveScriptModule' object has no attribute '{name}'")
        return super().__getattr__(name)

    def _get_name(self):
        return 'RecursiveScriptModule'


def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    if not isinstance(mod, ScriptModule):
        raise RuntimeError('Freezing expects a ScriptModule as input. '
                           "Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'.")
    if getattr(mod, 'training', False):
        raise RuntimeError('Freezing is currently only implemented for modules in eval mode. '
                           'Please call .eval() on your module before freezing.')
    preserved = list(preserved_attrs or ())
    handle = mod._c
    for name in preserved:
        if not (handle.has_attribute(name) or handle.has_method(name)):
            raise RuntimeError(f'Unknown name: {name}')
    if handle.has_method('forward'):
        preserved.append('forward')
    return _FrozenModule(handle.copy(), preserved)


def run_frozen_optimizations(mod, optimize_numerics=True, preserved_methods=None):
    pass


def optimize_for_inference(mod, other_methods=None):
    if not isinstance(mod, ScriptModule):
        raise RuntimeError('optimize_for_inference expects a ScriptModule as input. '
                           "Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'.")
    if isinstance(mod, _FrozenModule) or not hasattr(mod, 'training'):
        return mod
    return freeze(mod.eval(), other_methods)
