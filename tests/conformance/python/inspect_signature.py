import functools
import inspect
from dataclasses import dataclass, field
from inspect import Parameter, Signature, signature


def f(a, b: int, /, c=1, *args: str, d, e: float = 2.5, **kw) -> bool:
    pass


class C:
    def __init__(self, x, y=2):
        pass

    def method(self, z: "C"):
        pass

    @classmethod
    def make(cls, w):
        pass

    @staticmethod
    def static(v, *, u):
        pass

    def __call__(self, q):
        pass


class New:
    def __new__(cls, n):
        return super().__new__(cls)


class Plain:
    pass


@functools.wraps(f)
def wrapped(*args, **kwargs):
    pass


@dataclass
class Data:
    a: int
    b: list = field(default_factory=list)
    c: str = field(default="x", kw_only=True)


print(signature(f), signature(C), signature(C.method), signature(C(1).method), signature(C.make), signature(C.static), signature(C(1)))
print(signature(New), signature(Plain), signature(wrapped), signature(wrapped, follow_wrapped=False), signature(lambda: 0), signature(Data))
print(signature(functools.partial(f, 1, 2, d=5)), signature(functools.partial(C.static, 1)))
for name, p in signature(f).parameters.items():
    print(name, str(p.kind), p.kind.name, p.default is Parameter.empty, p.annotation, repr(p))
print(signature(f).return_annotation, Parameter.VAR_KEYWORD > Parameter.VAR_POSITIONAL, repr(Parameter.KEYWORD_ONLY), Parameter.KEYWORD_ONLY.description)
s = Signature([Parameter("a", Parameter.POSITIONAL_OR_KEYWORD, default=3)], return_annotation=int)
print(s, repr(s), s == signature(lambda a=3: 0), s.replace(return_annotation=Signature.empty), s.parameters["a"].replace(name="b", default=4))
for bad in (lambda: signature(3), lambda: Parameter("1", 1), lambda: Parameter("a", 2, default=1), lambda: Parameter(1, 1),
            lambda: Signature([Parameter("a", 3), Parameter("b", 1)]), lambda: Signature([Parameter("a", 1), Parameter("a", 1)]),
            lambda: Signature([Parameter("a", 1, default=1), Parameter("b", 1)])):
    try:
        bad()
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
print(inspect.getfullargspec(f))
