from . import cuda, cudnn, mkl, mkldnn, mps, openmp, quantized
