from .normalization import RMSNorm
from .padding import CircularPad1d, CircularPad2d, CircularPad3d, ZeroPad1d, ZeroPad3d
from .pooling import LPPool3d

__all__ += ['RMSNorm', 'CircularPad1d', 'CircularPad2d', 'CircularPad3d', 'ZeroPad1d', 'ZeroPad3d', 'LPPool3d']
