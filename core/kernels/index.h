// Elements chosen by tensors of positions. Positions out of range are errors (IndexError, where not
// said otherwise).
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// self[indices]: undefined ones stand for whole dimensions, masks (bool, uint8) for the positions
// of their ones.
Tensor index(const Tensor& self, const TensorList& indices);
// self[indices] = values, or += with `accumulate`. Gives self.
Tensor indexPut_(const Tensor& self, const TensorList& indices, const Tensor& values,
                 bool accumulate);
// The positions of elements that aren't zero: int64 [how many, self.dim()].
Tensor nonzero(const Tensor& self);
// Along one dimension, in the order of a 0-d or 1-d index; RuntimeError where the index isn't int32
// or int64.
Tensor indexSelect(const Tensor& self, int64_t dim, const Tensor& index);
// result[i][j] = self[index[i][j]][j] for dim 0.
Tensor gather(const Tensor& self, int64_t dim, const Tensor& index);
// self where the mask is set takes the value, in place. Gives self.
Tensor maskedFill_(const Tensor& self, const Tensor& mask, const Scalar& value);
// Element by element from a or b; all three broadcast, a and b promoted.
Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b);
// Of all elements in order, those at `index`; negative positions count from the end.
Tensor take(const Tensor& self, const Tensor& index);

// Position `at` of a dimension of `size`, where negative ones count from the end.
inline int64_t checkedIndex(int64_t at, int64_t size, int64_t dim) {
  if (at < -size || at >= size)
    fail(ErrorKind::Index, "index {} is out of bounds for dimension {} with size {}", at, dim,
         size);
  return at < 0 ? at + size : at;
}

}  // namespace ts::kernels
