# Known ways to compute a parameter. While code is checked, all names are Unknown.
import _host

if _host.active:
    from ._parametrized import weight_norm  # @2.6+
