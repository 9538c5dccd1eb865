#### TS9004 f ()
import torch

def f() -> torch.Tensor:
    a = torch.zeros(2, 3)
    b = torch.zeros(4, 5)
    return torch.cat([a, b], 1)  # here
#### TS9004 f ()
import torch

def f() -> torch.Tensor:
    return torch.cat([torch.zeros(2, 3), torch.zeros(2)], 0)  # here
#### TS9004 f ()
import torch

def f() -> torch.Tensor:
    return torch.stack([torch.zeros(2, 3), torch.zeros(2, 4)])  # here
#### good f ()
import torch

def f() -> torch.Tensor:
    return torch.cat([torch.zeros(2, 3), torch.zeros(0), torch.zeros(4, 3)], 0)
#### TS9002 f ()
import torch

def f() -> torch.Tensor:
    return torch.zeros(2, 3) @ torch.zeros(4, 5)  # here
#### good f ()
import torch

def f() -> torch.Tensor:
    x = torch.zeros(2, 3)
    y = x @ x.t()
    z = x @ torch.zeros(3)
    return y @ torch.zeros(7, 2, 3) + z.unsqueeze(-1)
#### TS9002 f ()
import torch

def f() -> torch.Tensor:
    x = torch.zeros(2, 3)
    y = x @ x.t()
    return y @ x.transpose(0, 1)  # here
#### TS9005 f ()
import torch

def f() -> torch.Tensor:
    x = torch.zeros(2, 3)
    return x.view(7)  # here
#### TS9005 f ()
import torch

def f() -> torch.Tensor:
    x = torch.zeros(2, 3)
    return x.reshape(4, -1)  # here
#### good f ()
import torch

def f() -> torch.Tensor:
    x = torch.zeros(2, 3)
    y = x.view(x.size(0), -1)
    return y.reshape(3, -1).flatten().view(6) + x.view([-1])
#### TS9003 f ()
import torch

def f() -> torch.Tensor:
    x = torch.zeros(2, 3)
    return x * torch.ones(x.shape[0])  # here
#### good f ()
import torch

def f() -> torch.Tensor:
    x = torch.zeros(2, 1, 3)
    return x + torch.ones(4, 1) + 1
#### TS9006 f ()
import torch

def f() -> torch.Tensor:
    return torch.zeros(2, 3).sum(dim=2)  # here
#### TS9006 f ()
import torch

def f() -> torch.Tensor:
    return torch.softmax(torch.zeros(2, 3).mean(0), 1)  # here
#### good f (3,)
import torch

def f(n: int) -> torch.Tensor:
    x = torch.zeros(2, 3)
    for i in range(n):
        x = torch.cat([x, torch.zeros(1, 3)], 0)
    return x + torch.zeros(5, 3)
#### good f (torch.ones(3),)
import torch

def f(x: torch.Tensor) -> torch.Tensor:
    y = torch.zeros(2, 3)
    if x.size(0) != 2:
        return y
    return y.view(7)
#### good f (True,)
import torch

def f(flag: bool) -> torch.Tensor:
    if flag:
        x = torch.zeros(2, 3)
    else:
        x = torch.zeros(2, 4)
    return x + torch.zeros(2, 3)
#### TS9003 f (True,)
import torch

def f(flag: bool) -> torch.Tensor:
    if flag:
        x = torch.zeros(2, 3)
    else:
        x = torch.zeros(4, 3)
    return x + torch.zeros(2, 5)  # here
#### good f ()
import torch

def f() -> torch.Tensor:
    x = torch.zeros(2, 3)
    x.resize_(7)
    return x.view(7)
#### good f ()
import torch

def f() -> torch.Tensor:
    x = torch.zeros(2, 3)
    values, indices = x.max(dim=1)
    return x[:, 1:].select(1, 0) + values + x.permute(1, 0).sum(0) + indices
#### TS9002 f ()
import torch

def f() -> torch.Tensor:
    return torch.mm(torch.zeros(2, 3), torch.zeros(2, 3))  # here
#### TS9002 f ()
import torch

def f() -> torch.Tensor:
    return torch.bmm(torch.zeros(2, 3, 4), torch.zeros(3, 4, 5))  # here
#### TS9002 f ()
import torch

def f() -> torch.Tensor:
    return torch.zeros(2, 3).mm(torch.zeros(3))  # here
#### good f ()
import torch

def f() -> torch.Tensor:
    return torch.bmm(torch.zeros(2, 3, 4), torch.zeros(2, 4, 5)).sum() + torch.mm(torch.zeros(2, 3), torch.zeros(3, 2))
