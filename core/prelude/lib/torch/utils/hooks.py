# The handle that registering a hook returns: it can remove the hook.
from collections import OrderedDict

__all__ = ['RemovableHandle']


class RemovableHandle:
    id: int
    next_id: int = 0

    # A plain reference: the handle and the module both keep the dictionary alive.
    def __init__(self, hooks_dict: OrderedDict) -> None:
        self.hooks_dict = hooks_dict
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1

    def remove(self) -> None:
        self.hooks_dict.pop(self.id, None)

    def __enter__(self) -> 'RemovableHandle':
        return self

    def __exit__(self, type, value, tb) -> None:
        self.remove()
