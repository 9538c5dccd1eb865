from . import quantized
