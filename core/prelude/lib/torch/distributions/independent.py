import _host

if _host.active:
    from ._independent import Independent
