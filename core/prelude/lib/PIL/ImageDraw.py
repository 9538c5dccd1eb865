from . import _refuse

Draw = _refuse
