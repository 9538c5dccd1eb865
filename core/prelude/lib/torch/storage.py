# Storages as Python objects. The data is a one-dimensional tensor over the whole storage.
import torch


class _Storage:
    def __init__(self, tensor):
        self._tensor = tensor

    device = property(lambda self: self._tensor.device)
    is_cuda = False

    def data_ptr(self):
        return self._tensor.data_ptr()

    def size(self):
        return self._tensor.numel()

    __len__ = size

    def element_size(self):
        return self._tensor.element_size()

    def nbytes(self):
        return self.size() * self.element_size()

    def tolist(self):
        return self._tensor.tolist()

    def __iter__(self):
        return iter(self.tolist())

    def __getitem__(self, index):
        found = self._tensor[index]
        return type(self)(found) if isinstance(index, slice) else found.item()

    def __setitem__(self, index, value):
        self._tensor[index] = value

    def fill_(self, value):
        self._tensor.fill_(value)
        return self

    def copy_(self, source, non_blocking=None):
        self._tensor.copy_(source._tensor)
        return self

    def clone(self):
        return type(self)(self._tensor.clone())

    def cpu(self):
        return self

    def share_memory_(self):
        return self

    def is_shared(self):
        return False


class UntypedStorage(_Storage):
    def _form(self):
        return f'torch.storage.UntypedStorage(device={self.device}) of size {len(self)}'

    def __repr__(self):
        return ''.join(f' {value}\n' for value in self) + f'[{self._form()}]'


class TypedStorage(_Storage):
    dtype = property(lambda self: self._tensor.dtype)

    def untyped(self):
        return UntypedStorage(self._tensor.view(torch.uint8))

    def type(self, dtype=None):
        return type(self)(self._tensor.to(dtype))

    def float(self):
        return type(self)(self._tensor.float())

    def half(self):
        return type(self)(self._tensor.half())

    def __repr__(self):
        return ''.join(f' {value}\n' for value in self) + (
            f'[torch.storage.TypedStorage(dtype={self.dtype}, device={self.device}) of size {len(self)}]')


def _typed(tensor):
    return TypedStorage(tensor)


def _untyped(tensor):
    return TypedStorage(tensor).untyped()
