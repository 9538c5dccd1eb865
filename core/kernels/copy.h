// Copies and conversions of tensors; all kernel families use them.
#pragma once

#include <optional>

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Copies `from` into `to`: broadcasts, and converts to the dtype of `to`. Overlapping memory is
// handled correctly. Returns `to`.
Tensor copyInto(const Tensor& to, const Tensor& from);
// Returns a new tensor with the given dtype, or the same tensor if it already has it.
Tensor toDType(const Tensor& from, DType dtype);
// Returns a copy with its own storage.
Tensor clone(const Tensor& from, MemoryFormat format = MemoryFormat::Preserve);
// Returns the result of a view's _copy overload: contiguous in PyTorch 2.6.
Tensor copyOfView(const Tensor& view);
// Returns the tensor itself if it is already contiguous in this format, else a copy.
Tensor contiguous(const Tensor& from, MemoryFormat format = MemoryFormat::Contiguous);
// Returns the only element of a tensor as a number. Throws for meta tensors and for tensors that do
// not have exactly one element.
Scalar itemOf(const Tensor& tensor);
// Returns a 0-d tensor with this value and dtype.
Tensor tensorOf(const Scalar& value, DType dtype);
// Sets all elements to the value, in place.
void fill(const Tensor& tensor, const Scalar& value);

}  // namespace ts::kernels
