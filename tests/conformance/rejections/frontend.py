#### frontend.py:119 TS2001
@torch.jit.script
def f(x: int):
    try:  # here
        return x
    except RuntimeError:
        return 0

#### frontend.py:119 TS2001
@torch.jit.script
def f(x: int):
    try:  # here
        return x
    except* RuntimeError:
        x = 0
    return x

#### frontend.py:119 TS2006
@torch.jit.script
def f(x: int):
    async def g():  # here
        return x
    return x

#### frontend.py:119 TS2003
@torch.jit.script
def f(x: int):
    g = lambda y: y + 1  # here
    return g(x)

#### frontend.py:119 TS2004
@torch.jit.script
def f(x: int):
    yield x  # here

#### frontend.py:119 TS2004
@torch.jit.script
def f(x: List[int]):
    yield from x  # here

#### frontend.py:119 TS2005
@torch.jit.script
def f(x: int):
    return x in {1, 2}  # here

#### frontend.py:119 TS2005
@torch.jit.script
def f(x: List[int]):
    return len({y for y in x})  # here

#### frontend.py:119 TS2006
@torch.jit.script
def f(x: int):
    def g():  # here
        return x
    return g()

#### frontend.py:119 TS2007
@torch.jit.script
def f(x: int):
    class A:  # here
        pass
    return x

#### frontend.py:119 TS2008
@torch.jit.script
def f(x: float):
    import math  # here
    return math.sqrt(x)

#### frontend.py:119 TS2008
@torch.jit.script
def f(x: float):
    from math import sqrt  # here
    return sqrt(x)

#### frontend.py:119 TS2009
n = 0

@torch.jit.script
def f(x: int):
    global n  # here
    return x

#### frontend.py:119 TS2006
@torch.jit.script
def f(x: int):
    def g():  # here
        nonlocal x
        x += 1
    g()
    return x

#### frontend.py:119 TS2011
@torch.jit.script
def f(x: int):
    match x:  # here
        case 1:
            return 2
        case _:
            return 3

#### frontend.py:119 TS2012
@torch.jit.script
def f(x: int):
    if (y := x + 1) > 2:  # here
        return y
    return x

#### frontend.py:276 TS2112
torch.jit.script(lambda x: x)  # here

#### frontend.py:276 TS2112
@torch.jit.script
async def f(x: int):  # here
    return x

#### frontend.py:359 TS2014
@torch.jit.script
def f(x: int, *rest: int):  # here
    return x

#### frontend.py:355 TS2014
@torch.jit.script
def f(x: int, **rest: int):  # here
    return x

#### frontend.py:366 TS2015
@torch.jit.script
def f(x: int, *, y: int = 1):  # here
    return x + y

#### frontend.py:366 TS3109
@torch.jit.script
def f(x: int, /, y: int):
    return x + y  # here

#### frontend.py:565 TS2027
@torch.jit.script
def f(x: int):
    y: int  # here
    y = x
    return y

#### frontend.py:575 TS2028
class M(nn.Module):
    def forward(self, x: int):
        self.n: int = x  # here
        return x

torch.jit.script(M())

#### frontend.py:615 TS2023
@torch.jit.script
def f(x: int):
    x //= 2  # here
    return x

#### frontend.py:615 TS2023
@torch.jit.script
def f(x: Tensor):
    x @= x  # here
    return x

#### frontend.py:625 TS2013
@torch.jit.script
def f(x: int):
    while x < 3:  # here
        x += 1
    else:
        x = 0
    return x

#### frontend.py:634 TS2013
@torch.jit.script
def f(x: int):
    for i in range(x):  # here
        x += 1
    else:
        x = 0
    return x

#### frontend.py:build_Raise TS2025
@torch.jit.script
def f(x: int):
    if x > 1:
        raise  # here
    return x

#### frontend.py:753 TS2016
def g(x: int):
    return x

@torch.jit.script
def f(d: Dict[str, int]):
    return g(**d)  # here

#### frontend.py:766 TS2026
@torch.jit.script
def f(x: int):
    __jit_x = x  # here
    return __jit_x

#### frontend.py:815 TS2024
@torch.jit.script
def f(x: int):
    return +x  # here

#### frontend.py:954 TS2017
@torch.jit.script
def f(d: Dict[str, int]):
    return {**d}  # here

#### frontend.py:954 TS2017
@torch.jit.script
def f(d: Dict[str, int]):
    return {"a": 1, **d}  # here

#### frontend.py:979 TS2020
@torch.jit.script
def f(x: int):
    return b"abc"  # here

#### frontend.py:995 TS2021
@torch.jit.script
def f(x: int):
    return f"{x!r}"  # here

#### frontend.py:995 TS2021
@torch.jit.script
def f(x: int):
    return f"{x=}"  # here

#### frontend.py:997 TS2022
@torch.jit.script
def f(x: float):
    return f"{x:.2f}"  # here

#### frontend.py:1012 TS2019
@torch.jit.script
def f(x: List[int], y: List[int]):
    return [a + b for a in x for b in y]  # here

#### frontend.py:1032 TS2019
@torch.jit.script
def f(x: List[int], y: List[int]):
    return {a: b for a in x for b in y}  # here

#### frontend.py:1015 TS2018
@torch.jit.script
def f(x: List[int]):
    return [a for a in x if a > 1]  # here

#### frontend.py:1035 TS2018
@torch.jit.script
def f(x: List[int]):
    return {a: a for a in x if a > 1}  # here

#### _sources.py:22 TS2113
torch.jit.script(torch.relu)  # here
