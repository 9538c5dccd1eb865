# The fused operators of attention and the transformer's encoder layer, and the switch that turns them off.
import torch

_is_fastpath_enabled: bool = True


def get_fastpath_enabled() -> bool:
    if not torch.jit.is_scripting():
        return _is_fastpath_enabled
    return True


def set_fastpath_enabled(value: bool) -> None:
    global _is_fastpath_enabled
    _is_fastpath_enabled = value
