// Views: other sizes and strides on the same storage. Results share memory with the argument,
// except reshape() when the strides do not allow a view. Negative dimensions count from the end; a
// dimension out of range is an IndexError.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Returns the strides with which memory of sizes/strides can be viewed as `shape`; empty if
// impossible.
std::optional<Dims> viewStrides(std::span<const int64_t> sizes, std::span<const int64_t> strides,
                                std::span<const int64_t> shape);
// Returns `shape` with -1 (at most once) replaced by the matching size. Throws a RuntimeError when
// no size matches.
Dims inferShape(std::span<const int64_t> shape, int64_t numel);

// Throws a RuntimeError if the strides do not allow a view.
Tensor viewTo(const Tensor& self, std::span<const int64_t> shape);
// Copies if the strides do not allow a view.
Tensor reshape(const Tensor& self, std::span<const int64_t> shape);
Tensor flatten(const Tensor& self, int64_t start = 0, int64_t end = -1);
Tensor alias(const Tensor& self);
Tensor permute(const Tensor& self, std::span<const int64_t> dims);
Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1);
Tensor moveDim(const Tensor& self, int64_t from, int64_t to);
Tensor squeeze(const Tensor& self, int64_t dim);
Tensor unsqueeze(const Tensor& self, int64_t dim);
// Returns a 0-d tensor as a vector of one element; other tensors unchanged.
inline Tensor asVector(const Tensor& self) { return self.dim() == 0 ? unsqueeze(self, 0) : self; }
Tensor expand(const Tensor& self, std::span<const int64_t> shape);
// Returns a view marked as conjugated; a real tensor is returned unchanged.
Tensor conjugated(const Tensor& self);
// Returns self, or a copy with the conjugation applied if self is marked as conjugated.
Tensor resolved(const Tensor& self);

Tensor select(const Tensor& self, int64_t dim, int64_t index);
Tensor slice(const Tensor& self, int64_t dim, std::optional<int64_t> start,
             std::optional<int64_t> end, int64_t step = 1);
Tensor narrow(const Tensor& self, int64_t dim, int64_t start, int64_t length);
TensorList split(const Tensor& self, int64_t size, int64_t dim);
TensorList splitSizes(const Tensor& self, const IntList& sizes, int64_t dim);
TensorList unbind(const Tensor& self, int64_t dim);
Tensor asStrided(const Tensor& self, const IntList& sizes, const IntList& strides,
                 std::optional<int64_t> offset);
Tensor diagonal(const Tensor& self, int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1);

}  // namespace ts::kernels
