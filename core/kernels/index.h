// Selection of elements by tensors of positions. A position out of range is an error: an IndexError
// unless stated otherwise.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Returns self[indices]. An undefined index selects a whole dimension. A mask (bool, uint8) means
// the positions of its ones.
Tensor index(const Tensor& self, const TensorList& indices);
// Sets self[indices] = values, or adds with `accumulate`. Returns self.
Tensor indexPut_(const Tensor& self, const TensorList& indices, const Tensor& values,
                 bool accumulate);
// Returns the positions of nonzero elements as int64 [count, self.dim()].
Tensor nonzero(const Tensor& self);
// Selects along one dimension by a 0-d or 1-d index. Throws a RuntimeError when the index is
// neither int32 nor int64.
Tensor indexSelect(const Tensor& self, int64_t dim, const Tensor& index);
// For dim 0: result[i][j] = self[index[i][j]][j].
Tensor gather(const Tensor& self, int64_t dim, const Tensor& index);
// Sets the elements of self where the mask is set, in place. Returns self.
Tensor maskedFill_(const Tensor& self, const Tensor& mask, const Scalar& value);
// Selects each element from a or b. All three tensors broadcast; a and b are promoted.
Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b);
// Selects from all elements in order; negative positions count from the end.
Tensor take(const Tensor& self, const Tensor& index);

// Returns position `at` in a dimension of `size`; negative positions count from the end.
inline int64_t checkedIndex(int64_t at, int64_t size, int64_t dim) {
  if (at < -size || at >= size)
    fail(ErrorKind::Index, "index {} is out of bounds for dimension {} with size {}", at, dim,
         size);
  return at < 0 ? at + size : at;
}

}  // namespace ts::kernels
