from .parameter import Buffer
