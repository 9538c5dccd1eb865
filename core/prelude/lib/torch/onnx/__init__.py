# ONNX export isn't supported; packages only register their symbolic functions.
import _host


def is_in_onnx_export():
    return False


def register_custom_op_symbolic(symbolic_name, symbolic_fn, opset_version):
    pass


def unregister_custom_op_symbolic(symbolic_name, opset_version):
    pass


def export(*args, **kwargs):
    return _host.unavailable("torch.onnx.export isn't available in JitScope")
