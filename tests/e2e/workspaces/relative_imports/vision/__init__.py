from .export import export
