from . import nn, quantization
