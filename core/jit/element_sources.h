// Elements that are computed or found while a loop reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/tensor/tensor.h"

namespace ts::jit {

// The elements of a contiguous tensor that may not be in memory. Keeps its sources alive.
class MovedElements {
 public:
  virtual ~MovedElements() = default;
  // Copies `count` elements from the place `begin` on. Returns false for an index out of range.
  virtual bool read(int64_t begin, int64_t count, std::byte* to) const = 0;
};
using ElementSource = std::shared_ptr<const MovedElements>;

// A tensor.
ElementSource storedSource(const tensor::Tensor& tensor);
// A number everywhere: a tensor with one element.
ElementSource filledSource(const tensor::Tensor& number);

// Parts of sources after each other, again and again: of the k-th round, `length` elements of each
// source from k * pitch + offset on.
struct SourcePart {
  ElementSource source;
  int64_t length, pitch, offset = 0;
};
ElementSource joinedSource(std::vector<SourcePart> parts, size_t itemSize);

// True for indices that the sources below read. In PyTorch 1.13, not all operators take positions
// of 32 bits.
bool arePositions(const tensor::Tensor& indices);
// The parts of a dimension of size `limit` at positions, `inner` elements each. indices:
// contiguous. wraps: negative positions count from the end.
ElementSource selectedSource(ElementSource source, const tensor::Tensor& indices, int64_t limit,
                             int64_t inner, bool wraps, size_t itemSize);
// The elements of a tensor at positions along a dimension, one for each element of the result.
ElementSource gatheredSource(const tensor::Tensor& self, size_t dim, const tensor::Tensor& indices);
// Rows of zeros with a one at a position, of int64. indices: contiguous.
ElementSource oneHotSource(const tensor::Tensor& indices, int64_t classes);

}  // namespace ts::jit
