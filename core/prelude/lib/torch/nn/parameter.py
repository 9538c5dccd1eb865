# Tensors that a module registers as parameters, and lazy ones whose shape the first call determines.
import torch


class Parameter(torch.Tensor):
    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = torch.empty(0)
        return torch.Tensor._make_subclass(cls, data, requires_grad)

    def __deepcopy__(self, memo):
        known = memo.get(id(self))
        if known is None:
            known = type(self)(self.data.clone(), self.requires_grad)
            memo[id(self)] = known
        return known

    def __repr__(self):
        return 'Parameter containing:\n' + super().__repr__()


class UninitializedTensorMixin:
    # The class of the tensor after it gets a shape.
    cls_to_become = None

    def materialize(self, shape, device=None, dtype=None):
        old = self.data
        self.data = torch.empty(
            shape,
            device=old.device if device is None else device,
            dtype=old.dtype if dtype is None else dtype)
        self.__class__ = self.cls_to_become

    @property
    def shape(self):
        raise RuntimeError('an uninitialized parameter or buffer has no shape before its first use')

    def share_memory_(self):
        raise RuntimeError('an uninitialized parameter or buffer does not have memory to share')

    def __repr__(self):
        return f'<{type(self).__name__}>'


def is_lazy(param):
    return isinstance(param, UninitializedTensorMixin)


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return torch.Tensor._make_subclass(cls, torch.empty(0, device=device, dtype=dtype), requires_grad)

    def __deepcopy__(self, memo):
        known = memo.get(id(self))
        if known is None:
            known = type(self)(self.requires_grad, self.data.device, self.data.dtype)
            memo[id(self)] = known
        return known


class UninitializedBuffer(UninitializedTensorMixin, torch.Tensor):
    cls_to_become = torch.Tensor

    def __new__(cls, requires_grad=False, device=None, dtype=None):
        return torch.Tensor._make_subclass(cls, torch.empty(0, device=device, dtype=dtype), requires_grad)
