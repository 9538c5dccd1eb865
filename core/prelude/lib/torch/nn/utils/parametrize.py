# Parameters that functions compute from others. While code is checked, all names are Unknown.
import _host

if _host.active:
    from ._parametrized import (
        ParametrizationList, cached, is_parametrized, register_parametrization, remove_parametrizations,
        transfer_parametrizations_and_params, type_before_parametrizations
    )
