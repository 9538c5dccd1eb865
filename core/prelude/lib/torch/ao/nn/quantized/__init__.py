from .modules import FloatFunctional
