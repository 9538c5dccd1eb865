from . import mha
