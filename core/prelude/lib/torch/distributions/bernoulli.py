import _host

if _host.active:
    from ._discrete import Bernoulli
