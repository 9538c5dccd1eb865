// Whether operators may write to a tensor while they read others.
#pragma once

#include "core/tensor/tensor.h"

namespace ts::kernels {

// Throws RuntimeError when several elements of `written` are one place in memory (an expanded
// tensor).
void assertNoInternalOverlap(const tensor::Tensor& written);
// Throws RuntimeError when the two share some of their memory, but aren't the same elements.
void assertNoPartialOverlap(const tensor::Tensor& written, const tensor::Tensor& read);

}  // namespace ts::kernels
