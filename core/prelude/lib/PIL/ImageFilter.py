from . import _refuse

BoxBlur = GaussianBlur = _refuse
