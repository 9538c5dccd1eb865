from torch.ao.nn.quantized.modules.functional_modules import FloatFunctional
