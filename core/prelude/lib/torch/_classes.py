# torch.classes in a running program: JitScope has no class of an extension in C++.
loaded_libraries = set()


class _Namespace:
    def __init__(self, name):
        self.name = name

    def __getattr__(self, attr):
        raise RuntimeError(f"Tried to instantiate class '{self.name}.{attr}', but it does not exist! "
                           "Ensure that it is registered via torch::class_")


class _Classes:
    @property
    def loaded_libraries(self):
        return loaded_libraries

    def load_library(self, path):
        raise OSError(f"{path}: libraries can't be loaded in JitScope")

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        made = _Namespace(name)
        setattr(self, name, made)
        return made


classes = _Classes()
