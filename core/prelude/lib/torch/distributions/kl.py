import _host

if _host.active:
    from ._kl import kl_divergence, register_kl
