// Views: other sizes and strides on the same storage. What each gives shares memory with its
// argument, but for reshape() where strides don't allow it. Dimensions may be negative; those out
// of range are an IndexError.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// The strides with which memory laid out as sizes/strides reads as `shape`, where there are any.
std::optional<Dims> viewStrides(std::span<const int64_t> sizes, std::span<const int64_t> strides,
                                std::span<const int64_t> shape);
// `shape` with its -1 (at most one) replaced by what `numel` leaves for it; throws RuntimeError
// where nothing fits.
Dims inferShape(std::span<const int64_t> shape, int64_t numel);

Tensor viewTo(const Tensor& self,
              std::span<const int64_t> shape);  // RuntimeError where strides don't allow it
Tensor reshape(const Tensor& self, std::span<const int64_t> shape);  // copies there
Tensor flatten(const Tensor& self, int64_t start = 0, int64_t end = -1);
Tensor alias(const Tensor& self);
Tensor permute(const Tensor& self, std::span<const int64_t> dims);
Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1);
Tensor moveDim(const Tensor& self, int64_t from, int64_t to);
Tensor squeeze(const Tensor& self, int64_t dim);
Tensor unsqueeze(const Tensor& self, int64_t dim);
Tensor expand(const Tensor& self, std::span<const int64_t> shape);
Tensor conjugated(const Tensor& self);  // reads as conjugated; itself when it isn't complex
Tensor resolved(
    const Tensor& self);  // its bytes are its values: a copy of what only reads as conjugated

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
