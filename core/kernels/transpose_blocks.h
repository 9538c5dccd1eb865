// Transposes small blocks of matrices in registers.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/kernels/packs.h"

namespace ts::kernels {

// A matrix of T and its transpose: to[i + j * toStep] is from[i * fromStep + j].
template <typename T>
struct Transposed {
  T* to;
  const T* from;
  int64_t toStep, fromStep;
  Transposed at(int64_t i, int64_t j) const {
    return {to + i + j * toStep, from + i * fromStep + j, toStep, fromStep};
  }
};

// 4 rows and columns.
template <typename T>
TS_INLINED void transposeFour(const Transposed<T>& all) {
  if constexpr (sizeof(T) == 4) {
    using V = Pack<T, 16>;
    V a, b, c, d;
    std::memcpy(&a, all.from, 16);
    std::memcpy(&b, all.from + all.fromStep, 16);
    std::memcpy(&c, all.from + 2 * all.fromStep, 16);
    std::memcpy(&d, all.from + 3 * all.fromStep, 16);
    const V low = __builtin_shufflevector(a, b, 0, 4, 1, 5),
            high = __builtin_shufflevector(a, b, 2, 6, 3, 7),
            otherLow = __builtin_shufflevector(c, d, 0, 4, 1, 5),
            otherHigh = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    const V rows[4] = {__builtin_shufflevector(low, otherLow, 0, 1, 4, 5),
                       __builtin_shufflevector(low, otherLow, 2, 3, 6, 7),
                       __builtin_shufflevector(high, otherHigh, 0, 1, 4, 5),
                       __builtin_shufflevector(high, otherHigh, 2, 3, 6, 7)};
    for (int64_t j = 0; j < 4; ++j) std::memcpy(all.to + j * all.toStep, &rows[j], 16);
  } else {
    for (int64_t j = 0; j < 4; ++j)
      for (int64_t i = 0; i < 4; ++i) all.to[i + j * all.toStep] = all.from[i * all.fromStep + j];
  }
}

}  // namespace ts::kernels
