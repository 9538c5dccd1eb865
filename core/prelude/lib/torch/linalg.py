from torch._C import _LinAlgError as LinAlgError
