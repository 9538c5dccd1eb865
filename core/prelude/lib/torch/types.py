# Names for unions in signatures and annotations.
from typing import List, Sequence, Tuple, Union

import torch

_TensorOrTensors = Union[torch.Tensor, Sequence[torch.Tensor]]

_int = int
_float = float
_bool = bool
_dtype = torch.dtype
_device = torch.device
_layout = torch.layout
_size = Union[torch.Size, List[int], Tuple[int, ...]]

Number = Union[int, float, bool]
Device = Union[torch.device, str, int, None]
