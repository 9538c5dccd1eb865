@a.b(c)
async def f[T: int, *Ts, **P](x, /, y: int = 1, *args: *Ts, z, **kw) -> "List[int]":  # type: (...) -> int
    async with a as b, (c, d) as e: pass
    async for i, *j in k: await l
    else: return
    try: raise A from b
    except* (C, D) as e: pass
    finally: del a, b[0], c.d
class C(B, metaclass=M): x: int = 3; y += 1
with (open(a) as b, c): pass
while (n := next(i)) is not None: continue
if a: pass
elif b: assert c, d
else: global g
from ..a import (b as c, d,)
type X[T = int] = list[T]
