import torch


@torch.jit.script
def foo(len):
    # type: (int) -> torch.Tensor
    rv = torch.zeros(3, 4)
    for i in range(len):
        if i < 10:
            rv = rv - 1.0
        else:
            rv = rv + 1.0
    return rv


print(type(foo))
print(foo.code)
print(foo.graph)
print(foo.inlined_graph)
print(foo.schema)
print(foo(12))
print(foo(0).sum(), foo(len=3)[0])
