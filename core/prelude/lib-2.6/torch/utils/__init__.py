from . import backend_registration
