// Matrix products as C++ functions.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Multiplies vectors, matrices or batches of matrices; broadcasts like torch.matmul. Throws a
// RuntimeError with the shapes when they don't match.
Tensor matmul(const Tensor& a, const Tensor& b);
// Multiply two matrices (mm), or two batches of matrices (bmm).
Tensor mm(const Tensor& a, const Tensor& b);
Tensor bmm(const Tensor& a, const Tensor& b);
// Throws a RuntimeError unless bmm can multiply the shapes.
void checkBatches(const Tensor& a, const Tensor& b);
// Returns beta * self + alpha * (a b); self is broadcast to the shape of the product.
Tensor addmm(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
             const Scalar& alpha);
// Returns input weight^T + bias. `weight` is (out, in) or (in); `bias` may be undefined.
Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias);
// Returns the contiguous sum over some dimensions, which are removed. The dtype must be a compute
// dtype.
Tensor summed(const Tensor& tensor, std::span<const int64_t> dims);
Tensor einsum(const std::string& equation, const TensorList& operands);

}  // namespace ts::kernels
