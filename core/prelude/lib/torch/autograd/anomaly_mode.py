# Anomaly mode: gradients that are NaN are errors, and errors in backward name the forward call.
import warnings

import torch

__all__ = ['detect_anomaly', 'set_detect_anomaly']


class set_detect_anomaly:
    def __init__(self, mode, check_nan=True):
        self.prev = torch._C._anomaly()
        torch._C._set_anomaly(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, *args):
        torch._C._set_anomaly(*self.prev)


class detect_anomaly:
    def __init__(self, check_nan=True):
        self.prev = torch._C._anomaly()
        self.check_nan = check_nan
        warnings.warn('Anomaly Detection has been enabled. This mode will increase the runtime and should only be '
                      'enabled for debugging.', stacklevel=2)

    def __enter__(self):
        torch._C._set_anomaly(True, self.check_nan)

    def __exit__(self, *args):
        torch._C._set_anomaly(*self.prev)
