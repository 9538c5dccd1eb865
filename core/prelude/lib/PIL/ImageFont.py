from . import _refuse

load_default = truetype = _refuse
