import _host

if _host.active:
    from ._continuous import Exponential
