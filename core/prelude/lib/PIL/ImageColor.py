from . import _refuse

getrgb = getcolor = _refuse
