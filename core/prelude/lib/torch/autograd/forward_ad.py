# Forward mode. JitScope has only reverse mode.

__all__ = ['dual_level', 'make_dual', 'unpack_dual']


def _refuse(*args, **kwargs):
    raise NotImplementedError('JitScope has no forward-mode automatic differentiation')


dual_level = make_dual = unpack_dual = enter_dual_level = exit_dual_level = _refuse
