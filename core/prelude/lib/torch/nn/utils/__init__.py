from . import parametrizations, parametrize, rnn, stateless
from .clip_grad import clip_grad_norm, clip_grad_norm_, clip_grad_value_
from .convert_parameters import parameters_to_vector, vector_to_parameters
from .fusion import fuse_conv_bn_eval, fuse_conv_bn_weights
from .spectral_norm import spectral_norm, remove_spectral_norm
from .weight_norm import weight_norm, remove_weight_norm
