from ..parameter import Buffer
