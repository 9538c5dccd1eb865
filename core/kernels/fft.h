// Fourier transforms of tensors, used by torch.fft and stft.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// The divisor of results, with PyTorch's numbers: none, the root of the number of points, or the
// number of points.
enum class Scaling : int64_t { None = 0, ByRoot = 1, ByCount = 2 };

// Transforms complex numbers. Results are contiguous. `dims` must not contain duplicates.
Tensor complexToComplex(const Tensor& self, const IntList& dims, Scaling scaling, bool forward);
// Transforms real numbers. With `onesided`, the last of `dims` contains only the half that symmetry
// does not imply.
Tensor realToComplex(const Tensor& self, const IntList& dims, Scaling scaling, bool onesided);
// The inverse of a onesided transform. The last of `dims` gets `lastSize` points.
Tensor complexToReal(const Tensor& self, const IntList& dims, Scaling scaling, int64_t lastSize);

}  // namespace ts::kernels
