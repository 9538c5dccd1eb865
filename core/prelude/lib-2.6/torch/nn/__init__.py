

from .parameter import Buffer
