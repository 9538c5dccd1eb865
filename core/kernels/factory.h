// Making tensors: what the factories of the operators share.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// True for "meta"; None and "cpu": false. Throws RuntimeError for devices that aren't here.
bool isMetaDevice(const IValue& device);
// Of a factory: contiguous, dtype as given or the default one.
Tensor makeEmpty(const IntList& size, DType dtype, const IValue& device);
// torch.full's dtype: bool, int64, the default dtype or its complex one.
DType dtypeOfNumber(const Scalar& number);
// Numbers from start on, up to end; as torch.arange.
Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, DType dtype, bool meta = false);

}  // namespace ts::kernels
