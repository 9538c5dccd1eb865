import _host

if _host.active:
    from ._distribution import ExponentialFamily
