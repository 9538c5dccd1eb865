#include "core/kernels/memory_order.h"

#include <utility>

namespace ts::kernels {

using tensor::Dims;

Dims memoryOrder(std::span<const int64_t> shape, std::span<const Dims> strides) {
  // Negative: dimension a is inside dimension b.
  auto comparison = [&](size_t a, size_t b) {
    for (const Dims& operand : strides) {
      const int64_t x = operand[a], y = operand[b];
      if (x == 0 || y == 0) continue;
      if (x != y) return x < y ? -1 : 1;
      if (shape[a] > shape[b]) return 1;
    }
    return 0;
  };
  Dims order(shape.size(), 0);
  for (size_t i = 0; i < shape.size(); ++i) order[i] = static_cast<int64_t>(shape.size() - 1 - i);
  for (size_t i = 1; i < shape.size(); ++i) {
    size_t at = i;
    for (size_t before = i; before-- > 0;) {
      const int which =
          comparison(static_cast<size_t>(order[before]), static_cast<size_t>(order[at]));
      if (which > 0) {
        std::swap(order[before], order[at]);
        at = before;
      } else if (which < 0) {
        break;
      }
    }
  }
  return order;
}

Dims stridesInOrder(std::span<const int64_t> shape, const Dims& order) {
  bool isContiguous = true;
  for (size_t i = 0; i < order.size(); ++i)
    isContiguous &= order[i] == static_cast<int64_t>(order.size() - 1 - i);
  if (isContiguous) return tensor::contiguousStrides(shape);
  Dims strides(shape.size(), 1);
  int64_t step = 1;
  for (int64_t dim : order) {
    strides[static_cast<size_t>(dim)] = step;
    step *= shape[static_cast<size_t>(dim)];
  }
  return strides;
}

}  // namespace ts::kernels
