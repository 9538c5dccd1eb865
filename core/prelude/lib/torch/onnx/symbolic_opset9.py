def _refuse(*args, **kwargs):
    raise NotImplementedError("graphs of ONNX aren't available in JitScope")


_cast_Long = select = squeeze = unsqueeze = _refuse
