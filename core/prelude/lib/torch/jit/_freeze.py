def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    return mod


def run_frozen_optimizations(mod, optimize_numerics=True, preserved_methods=None):
    pass


def optimize_for_inference(mod, other_methods=None):
    return mod
