from torch.ao.quantization import *
