from collections import abc, deque, OrderedDict, Counter


class Sized:
    def __len__(self):
        return 3


class Walk:
    def __iter__(self):
        return iter(())


class NoHash:
    __hash__ = None


def generator():
    yield


names = ["Hashable", "Iterable", "Iterator", "Sized", "Container", "Callable", "Collection", "Sequence",
         "MutableSequence", "Set", "MutableSet", "Mapping", "MutableMapping", "Generator", "Reversible", "ByteString",
         "Awaitable", "KeysView", "ItemsView", "ValuesView", "MappingView"]
values = [1, "s", b"b", [1], (1,), {1}, frozenset(), {}, range(3), iter([]), generator(), print, int, Sized(), Walk(),
          NoHash(), {}.keys(), {}.values(), {}.items(), OrderedDict(), Counter(), deque(), bytearray(), None]
for name in names:
    print(name, *[int(isinstance(value, getattr(abc, name))) for value in values])
print(issubclass(list, abc.Sequence), issubclass(dict, abc.Mapping), issubclass(Sized, abc.Sized), issubclass(abc.Sequence, abc.Sized))
