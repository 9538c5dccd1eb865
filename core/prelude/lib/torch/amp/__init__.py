from .autocast_mode import autocast
from .autocast_mode import custom_bwd, custom_fwd, is_autocast_available  # @2.6+
from .grad_scaler import GradScaler  # @2.6+
