// Products of tensors as operators give them.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Matrices and batches of them, broadcast as torch.matmul does; vectors as well. Throws
// RuntimeError naming the shapes.
Tensor matmul(const Tensor& a, const Tensor& b);
// Two matrices, two batches of matrices.
Tensor mm(const Tensor& a, const Tensor& b);
Tensor bmm(const Tensor& a, const Tensor& b);
// Throws RuntimeError unless bmm can multiply the shapes.
void checkBatches(const Tensor& a, const Tensor& b);
// beta * self + alpha * (a b); self is broadcast to the product's shape.
Tensor addmm(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& beta,
             const Scalar& alpha);
// input weight^T + bias; weight: (out, in) or (in), bias may be undefined.
Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias);
// The sum over some dimensions, which go away; contiguous. Of a compute dtype.
Tensor summed(const Tensor& tensor, std::span<const int64_t> dims);
Tensor einsum(const std::string& equation, const TensorList& operands);

}  // namespace ts::kernels
