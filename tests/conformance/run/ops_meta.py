# Tensors on meta beside tensors with data: which operators take both.
import torch

IS_NEW = torch.__version__ >= "2"
data = torch.ones(2)
meta = torch.zeros(2, device="meta")


def show(name, call):
    try:
        result = call()
        print(name, result.device, tuple(result.shape))
    except Exception as error:
        print(name, type(error).__name__)


show("add", lambda: meta + data)
show("reversed add", lambda: data + meta)
show("with a number", lambda: meta + torch.tensor(1.0))
show("where", lambda: torch.where(meta > 0, meta, data))
show("copy to data", lambda: data.copy_(meta))
show("copy to meta", lambda: meta.copy_(data))
show("to", lambda: meta.to("cpu"))
show("equal", lambda: torch.equal(meta, data))
show("mm", lambda: torch.mm(torch.zeros(2, 3, device="meta"), torch.zeros(3, 2, device="meta")))
if IS_NEW:
    show("cat", lambda: torch.cat([meta, data]))
    show("stack", lambda: torch.stack([data, meta]))
    show("in place", lambda: data.add_(meta))
    show("item", lambda: meta.sum().item())


@torch.jit.script
def add(x):
    return torch.zeros(2, device="meta") + x


@torch.jit.script
def join(x):
    return torch.cat([x, torch.zeros(2, device="meta")])


for _ in range(3):
    show("scripted add", lambda: add(data))
    show("scripted add of meta", lambda: add(meta))
    if IS_NEW:
        show("scripted cat", lambda: join(data))
