from . import parametrizations, parametrize, rnn, stateless
from .clip_grad import clip_grad_norm, clip_grad_norm_, clip_grad_value_
from .clip_grad import _clip_grads_with_norm_ as clip_grads_with_norm_, _get_total_norm as get_total_norm  # @2.6+
from .convert_parameters import parameters_to_vector, vector_to_parameters
from .fusion import fuse_conv_bn_eval, fuse_conv_bn_weights
from .fusion import fuse_linear_bn_eval, fuse_linear_bn_weights
from .memory_format import convert_conv2d_weight_memory_format
from .memory_format import convert_conv3d_weight_memory_format  # @2.6+
from .spectral_norm import spectral_norm, remove_spectral_norm
from .weight_norm import weight_norm, remove_weight_norm
