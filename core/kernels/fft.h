// Fourier transforms of tensors: what torch.fft and stft stand on.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// How results are scaled, in PyTorch's numbers: not, by the root of how many points there are, by
// how many there are.
enum class Scaling : int64_t { None = 0, ByRoot = 1, ByCount = 2 };

// Contiguous results. dims: distinct ones.
Tensor complexToComplex(const Tensor& self, const IntList& dims, Scaling scaling, bool forward);
// Of real numbers. onesided: the last of dims has only the half that isn't implied by symmetry.
Tensor realToComplex(const Tensor& self, const IntList& dims, Scaling scaling, bool onesided);
// The inverse of a onesided one; the last of dims gets `lastSize` points.
Tensor complexToReal(const Tensor& self, const IntList& dims, Scaling scaling, int64_t lastSize);

}  // namespace ts::kernels
