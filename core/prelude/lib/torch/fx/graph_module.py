from torch.nn import Module


class GraphModule(Module):
    def __init__(self, root, graph, class_name='GraphModule'):
        super().__init__()
        self.graph = graph


def _copy_attr(from_module, to_module, target):
    *prefix, field = target.split('.')
    for item in prefix:
        from_module = getattr(from_module, item)
        if not hasattr(to_module, item):
            setattr(to_module, item, Module())
        to_module = getattr(to_module, item)
    value = getattr(from_module, field)
    setattr(to_module, field, value)
