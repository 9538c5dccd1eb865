from .functional_modules import FloatFunctional
