#### annotations.py:142 TS5008
@torch.jit.script
def f(x: Tensor):
    return nn.Linear(2, 2)(x)  # here

#### annotations.py:142 TS5008
class Scale(nn.Module):
    def forward(self, x):
        return x * 2

@torch.jit.script
def f(x: Tensor):
    return Scale()(x)  # here

#### annotations.py:153 TS3002
def kind():
    return int

@torch.jit.script
def f(x: kind()):  # here
    return x

#### annotations.py:169 TS3007
@torch.jit.ignore
def g(x):
    # type: (int,,) -> int
    return x

@torch.jit.script
def f(x: int):
    return g(x)

#### annotations.py:209 TS3007
@torch.jit.script
def f(x):
    #type: (int) -> int  # here
    return x

#### annotations.py:229 TS3008
@torch.jit.script
def f(x,  # type: int
      y,  # type: int
      ):
    return x + y

#### annotations.py:288 TS3012
class Empty(enum.Enum):
    pass

@torch.jit.script
def f(x: Empty):
    return x

#### annotations.py:288 TS3012
class Mixed(enum.Enum):
    A = 1
    B = "b"

@torch.jit.script
def f(x: Mixed):
    return x

#### annotations.py:309 TS3014
@torch.jit.script
def f(x: torch.FloatTensor):  # here
    return x

#### annotations.py:339 TS3004
@torch.jit.script
def f(x: Dict[List[int], int]):  # here
    return x

#### annotations.py:418 TS3002
@torch.jit.script
def f(x: Set[int]):  # here
    return x

#### annotations.py:418 TS3002
@torch.jit.script
def f(x: Callable[[int], int]):  # here
    return x(1)

#### annotations.py:418 TS3002
@torch.jit.script
def f(x: Optional[Set[int]]):  # here
    return x

#### annotations.py:418 TS3001
@torch.jit.script
def f(x: bytes):  # here
    return x

#### _jit_internal.py:1253 TS3003
@torch.jit.script
def f(x: List):  # here
    return x

#### _jit_internal.py:1253 TS3003
@torch.jit.script
def f(x: Dict):  # here
    return x

#### _jit_internal.py:1253 TS3003
@torch.jit.script
def f(x: Tuple):  # here
    return x

#### _jit_internal.py:1253 TS3003
@torch.jit.script
def f(x: Optional):  # here
    return x

#### _jit_internal.py:1258 TS3003
@torch.jit.script
def f(x: Union):  # here
    return x

#### _jit_internal.py:1036 TS3003
@torch.jit.script
def f(x: torch.jit.Future):  # here
    return x

#### _check.py:60 TS5026
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen: List[int] = []  # here

    def forward(self, x: Tensor):
        return x

torch.jit.script(M())

#### _check.py:60 TS5026
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.last: Optional[Tensor] = None  # here

    def forward(self, x: Tensor):
        return x

torch.jit.script(M())
