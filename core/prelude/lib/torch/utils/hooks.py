# What registering a hook hands out: a way to take the hook away again.
from collections import OrderedDict

__all__ = ['RemovableHandle']


class RemovableHandle:
    id: int
    next_id: int = 0

    # The handle owns a plain reference: the dictionary lives as long as one of the two needs it.
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
