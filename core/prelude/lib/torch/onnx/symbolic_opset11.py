from .symbolic_opset9 import select, squeeze, unsqueeze
