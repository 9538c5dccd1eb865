"""Defaults that a program sets: more than the function has parameters, fewer, none; of a named tuple's __new__."""
def f(a): return a
f.__defaults__ = (1, 2, 3)
print(f(), f(9))
def g(a, b): return a, b
g.__defaults__ = (1, 2, 3)
print(g(), g(9), g(b=5))
f.__defaults__=None
try: f()
except TypeError as e: print(e)
class C:
    def __init__(self, a): self.a = a
C.__init__.__defaults__ = (4, 5, 6, 7)
print(C().a)

import collections
from typing import NamedTuple
G = collections.namedtuple("G", ["a", "b"])
G.__new__.__defaults__ = (None,) * len(G._fields)
H = collections.namedtuple("H", ["a", "b", "c"])
print(G(), G(1), G(b=2))
try: H(1)
except TypeError as e: print(e)
H.__new__.__defaults__ = (7,)
print(H(1, 2))
class N(NamedTuple):
    a: int
    b: int = 3
print(N(1), N.__new__.__defaults__)
N.__new__.__defaults__ = (5, 6)
print(N())
print(G._field_defaults, G.__new__.__defaults__)
