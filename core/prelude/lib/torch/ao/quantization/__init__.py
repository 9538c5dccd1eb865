# Quantization isn't supported: the preparing functions return modules unchanged.
from .stubs import DeQuantStub, QuantStub, QuantWrapper


def fuse_modules(model, modules_to_fuse, inplace=False, fuser_func=None, fuse_custom_config_dict=None):
    return model


def fuse_modules_qat(model, modules_to_fuse, inplace=False, fuser_func=None, fuse_custom_config_dict=None):
    return model


def prepare(model, inplace=False, allow_list=None, observer_non_leaf_module_list=None, prepare_custom_config_dict=None):
    return model


def prepare_qat(model, mapping=None, inplace=False):
    return model


def convert(module, mapping=None, inplace=False, remove_qconfig=True, is_reference=False,
            convert_custom_config_dict=None):
    return module


class QConfig:
    def __init__(self, activation, weight):
        self.activation = activation
        self.weight = weight


default_observer = default_weight_observer = default_per_channel_weight_observer = None


def get_default_qconfig(backend='x86', version=0):
    return QConfig(default_observer, default_weight_observer)


get_default_qat_qconfig = get_default_qconfig
