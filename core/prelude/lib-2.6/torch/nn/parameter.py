class _BufferMeta(type(torch.Tensor)):
    # A tensor with the mark is a Buffer, as with Parameter.
    def __instancecheck__(self, instance):
        if self is Buffer and isinstance(instance, torch.Tensor) and getattr(instance, '_is_buffer', False):
            return True
        return super().__instancecheck__(instance)


# Not a class of its own at run time: a plain tensor with a mark, which a module registers as a buffer.
class Buffer(torch.Tensor, metaclass=_BufferMeta):
    def __new__(cls, data=None, *, persistent=True):
        if data is None:
            data = torch.empty(0)
        tensor = data.detach().requires_grad_(data.requires_grad)
        tensor.persistent = persistent
        tensor._is_buffer = True
        return tensor
