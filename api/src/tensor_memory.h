// Tensors on memory of other owners.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/tensor/tensor.h"

namespace ts::api {

struct BorrowedMemory {
  void* data;  // the first element
  tensor::DType dtype;
  std::span<const int64_t> sizes;
  std::span<const int64_t> strides;  // in elements; without data: contiguous
};
// release: called when the last tensor on the memory is gone; may be empty. Throws a Failure for
// sizes, strides or an alignment that tensors cannot have; then release is not called.
tensor::Tensor borrowTensor(const BorrowedMemory& memory, std::function<void()> release);

}  // namespace ts::api
