from . import _refuse

Brightness = Color = Contrast = Sharpness = _refuse
