// Copies and conversions between tensors, on which the other families stand.
#pragma once

#include <optional>

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Into `to`, broadcast and converted to its dtype; overlapping memory is read before it is written.
// Gives `to`.
Tensor copyInto(const Tensor& to, const Tensor& from);
// A new tensor of that dtype, or the same one if it already is.
Tensor toDType(const Tensor& from, DType dtype);
// A new one with its own storage.
Tensor clone(const Tensor& from, MemoryFormat format = MemoryFormat::Preserve);
// Itself when it already is.
Tensor contiguous(const Tensor& from, MemoryFormat format = MemoryFormat::Contiguous);
// The element of a tensor that has exactly one, as a number; throws for others and for meta
// tensors.
Scalar itemOf(const Tensor& tensor);
// A 0-d tensor of that dtype.
Tensor tensorOf(const Scalar& value, DType dtype);
// Fills with one value, in place.
void fill(const Tensor& tensor, const Scalar& value);

}  // namespace ts::kernels
