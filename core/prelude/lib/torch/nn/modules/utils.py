# Helpers for constructors of modules. Compiled code treats _single, _pair, _triple, _quadruple and _list_with_default
# as operators.
from typing import Any, Dict, List

__all__ = ['consume_prefix_in_state_dict_if_present']


def _ntuple(n, name='parse'):
    def parse(x):
        return tuple(x) if hasattr(x, '__iter__') else (x,) * n

    parse.__name__ = name
    return parse


_single = _ntuple(1, '_single')
_pair = _ntuple(2, '_pair')
_triple = _ntuple(3, '_triple')
_quadruple = _ntuple(4, '_quadruple')


def _reverse_repeat_tuple(t, n):
    # The order of pad(): the last dimension first, both of its sides in turn.
    return tuple(x for x in reversed(t) for _ in range(n))


def _list_with_default(out_size: List[int], defaults: List[int]) -> List[int]:
    if isinstance(out_size, int):
        return out_size
    if len(defaults) <= len(out_size):
        raise ValueError('Input dimension should be at least {}'.format(len(out_size) + 1))
    return [v if v is not None else d for v, d in zip(out_size, defaults[-len(out_size):])]


def consume_prefix_in_state_dict_if_present(state_dict: Dict[str, Any], prefix: str) -> None:
    for key in sorted(state_dict):
        if key.startswith(prefix):
            state_dict[key[len(prefix):]] = state_dict.pop(key)

    metadata = state_dict.get('_metadata')
    if metadata is not None:
        # Keys are module paths here: the root's is empty, a child's is the prefix without its dot.
        for key in list(metadata):
            if key:
                metadata[key[len(prefix):]] = metadata.pop(key)
