class Upsample(...):
    def extra_repr(self) -> str:
        if self.scale_factor is not None:
            return f'scale_factor={self.scale_factor!r}, mode={self.mode!r}'
        return f'size={self.size!r}, mode={self.mode!r}'
