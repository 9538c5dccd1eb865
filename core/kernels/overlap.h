// Checks whether an operator may write to a tensor while it reads other tensors.
#pragma once

#include "core/tensor/tensor.h"

namespace ts::kernels {

// Throws a RuntimeError when several elements of `written` have the same address, as in an expanded
// tensor.
void assertNoInternalOverlap(const tensor::Tensor& written);
// Throws a RuntimeError when the tensors share memory but are not exactly the same elements.
void assertNoPartialOverlap(const tensor::Tensor& written, const tensor::Tensor& read);

}  // namespace ts::kernels
