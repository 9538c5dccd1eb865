#### _recursive.py:110 TS5016
class M(nn.Module):
    __constants__ = ["k"]

    def __init__(self):
        super().__init__()
        self.k = {"a": 1}  # here

    def forward(self, x: Tensor):
        return x

torch.jit.script(M())

#### _recursive.py:256 TS5029
class M(nn.Module):
    __constants__ = ["l"]  # here

    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def forward(self, x: Tensor):
        return self.l(x)

torch.jit.script(M())

#### _recursive.py:262 TS5029
class M(nn.Module):
    __constants__ = ["absent"]  # here

    def forward(self, x: Tensor):
        return x

torch.jit.script(M())

#### _recursive.py:183 TS3002
class M(nn.Module):
    k: Set[int]

    def __init__(self):
        super().__init__()
        self.k = {1}

    def forward(self, x: Tensor):
        return x

torch.jit.script(M())

#### _recursive.py:deferred TS5015
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = [1, "a", None]

    def forward(self, x: Tensor):
        return x + len(self.k)  # here

torch.jit.script(M())

#### _recursive.py:650 TS6014
class M(nn.Module):
    @torch.jit._overload_method
    def g(self, x: int) -> int: ...
    @torch.jit._overload_method
    def g(self, x: Tensor) -> Tensor: ...

    def forward(self, x: Tensor):
        return self.g(x)

torch.jit.script(M())

#### _recursive.py:675 TS6014
class M(nn.Module):
    @torch.jit._overload_method
    def g(self, x): ...

    def g(self, x):
        return x

    def forward(self, x: Tensor):
        return self.g(x)

torch.jit.script(M())

#### _recursive.py:692 TS5018
class M(nn.Module):
    def __init__(self):
        self.n = 1

    def forward(self, x: Tensor):
        return x

torch.jit.script(M())  # here

#### _recursive.py:699 TS5024
torch.jit.script(nn.LazyLinear(3))  # here

#### _recursive.py:703 TS5024
torch.jit.script(nn.LazyBatchNorm1d(affine=False))  # here

#### _recursive.py:772 TS5021
def once(self, inputs: Tuple[Tensor]):
    return inputs

first = once

def once(self, inputs: Tuple[Tensor]):
    return (inputs[0] + 1,)

m = nn.ReLU()
m.register_forward_pre_hook(first)
m.register_forward_pre_hook(once)
torch.jit.script(m)

#### _recursive.py:810 TS5027
class M(nn.Module):
    def forward(self, x: Tensor):
        return x

    size = property(None, lambda self, n: None)

torch.jit.script(M())

#### _script.py:1300 TS5022
class M(nn.Module):
    def forward(self, x: Tensor):
        return x

torch.jit.script(M)  # here

#### _script.py:1317 TS5012
class A:
    def __init__(self):
        self.n = 1

@torch.jit.script
class B(A):  # here
    def __init__(self):
        self.n = 2

#### _script.py:1361 TS6014
@torch.jit._overload
def g(x: int, n: int = 1) -> int: ...
@torch.jit._overload
def g(x: float, n: int = 2) -> float: ...
def g(x, n=2):
    return x

@torch.jit.script
def f(x: int):
    return g(x)

#### _script.py:1401 TS6014
@torch.jit._overload
def g(x: int) -> int: ...
@torch.jit._overload
def g(x: float) -> float: ...

@torch.jit.script
def f(x: int):
    return g(x)

#### _script.py:1422 TS6013
@torch.jit._overload
def g(x: int) -> int: ...
@torch.jit._overload
def g(x: float) -> float: ...
def g(x):
    return x

torch.jit.script(g)  # here

#### _script.py:1431 TS5028
@torch.jit.interface
def f(x: int) -> int:
    pass

#### _script.py:1442 TS5028
class A:
    def one(self, x: Tensor) -> Tensor:
        pass

@torch.jit.interface
class B(A):  # here
    def two(self, x: Tensor) -> Tensor:
        pass

#### _script.py:create_script_class TS2113
torch.jit.script(3)  # here

#### _script.py:create_script_class TS2113
torch.jit.script("def f(x): return x")  # here

#### _script.py:create_script_class TS2113 1.13-2.6
import functools

def g(x: int, y: int):
    return x + y

torch.jit.script(functools.partial(g, 1))  # here

#### _jit_internal.py:862 TS6014
@torch.jit._overload
def g(x: int) -> int:  # here
    return x
@torch.jit._overload
def g(x: float) -> float: ...
def g(x):
    return x

@torch.jit.script
def f(x: int):
    return g(x)

#### _jit_internal.py:1362 TS3002
@torch.jit.script
def f(x: Any):
    return torch.jit.isinstance(x, [int])  # here

#### _dataclass_impls.py:50 TS5014
@torch.jit.script
@dataclass
class A:
    n: List[int] = field(default_factory=list)  # here

#### _trace.py:798 TS7107
class M(nn.Module):
    def forward(self, x):
        return x
    def other(self, x):
        return x

torch.jit.trace(M().other, torch.rand(1, 2))  # here

#### _trace.py:941 TS7107
torch.jit.trace_module(torch.relu, {"forward": torch.rand(1)})  # here

#### _trace.py:1054 TS7107
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.zeros(1))
        self.b = self.a

    def forward(self, x):
        return x + self.a + self.b

torch.jit.trace(M(), torch.rand(1))  # here

#### _trace.py:1077 TS7107
m = nn.ReLU()
m.register_full_backward_hook(lambda module, given, made: None)
torch.jit.trace(m, torch.rand(1))  # here

#### _trace.py:449 TS7013
def f(x):
    return x + torch.rand(1)  # here

torch.jit.trace(f, torch.rand(1))

