from inspect import signature


def f(a, b=2, *args, c, d=4, **kw):
    pass


s = signature(f)
bound = s.bind(1, c=3)
print(bound, bound.arguments, bound.args, bound.kwargs)
bound.apply_defaults()
print(bound, bound.args, bound.kwargs)
bound = s.bind(1, 2, 3, 4, c=5, e=6)
print(bound.arguments, bound.args, bound.kwargs, bound.signature is s)
print(s.bind_partial(), s.bind_partial(b=1).args, s.bind_partial(b=1).kwargs, s.bind(1, c=2) == s.bind(1, c=2))
for args, kwargs in (((), {}), ((1,), {}), ((1,), {"a": 2, "c": 3})):
    try:
        s.bind(*args, **kwargs)
    except TypeError as error:
        print(type(error).__name__)
for target, args, kwargs in ((lambda a, /: 0, (), {"a": 1}), (lambda: 0, (1,), {}), (lambda a: 0, (1,), {"b": 1})):
    try:
        signature(target).bind(*args, **kwargs)
    except TypeError as error:
        print(type(error).__name__)
