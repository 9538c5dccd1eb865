// Functions shared by the pooling kernels: sizes, and images as planes.
#pragma once

#include <array>

#include "core/kernels/widen.h"

namespace ts::kernels {

// The planes of an input with up to three spatial dimensions; leading dimensions of size 1 are
// added.
struct Planes {
  using Three = std::array<int64_t, 3>;
  int64_t count = 1;  // batch times channels
  Three in{1, 1, 1}, out{1, 1, 1};
  Dims sizes;  // of the result
  MemoryFormat format;
};

// Checks that the input has `rank` spatial dimensions after one or two other dimensions. Only the
// batch size may be 0.
Planes planesOf(const char* name, const Tensor& input, int64_t rank);
// Returns a list argument of one or `rank` numbers as the last of three numbers; `missing` fills
// the rest.
Planes::Three threeOf(const char* what, const char* name, const IntList& values, int64_t rank,
                      int64_t missing);
// Sets the result's sizes. Throws when kernel, stride and padding don't match the input or a size
// would be below `least`.
void poolSizes(Planes& planes, const char* name, int64_t rank, const Tensor& input,
               const Planes::Three& kernel, const Planes::Three& stride,
               const Planes::Three& padding, const Planes::Three& dilation, bool ceilMode,
               int64_t least = 1);
// Converts a contiguous result to the memory format that the input suggests.
Tensor inFormat(const Tensor& result, const Planes& planes);
// Begin (inclusive) and end (exclusive) of an adaptive window.
inline int64_t adaptiveBegin(int64_t i, int64_t out, int64_t in) { return i * in / out; }
inline int64_t adaptiveEnd(int64_t i, int64_t out, int64_t in) {
  return ((i + 1) * in + out - 1) / out;
}

}  // namespace ts::kernels
