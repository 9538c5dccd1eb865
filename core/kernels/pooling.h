// What the kernels of pooling share: sizes, and images as planes.
#pragma once

#include <array>

#include "core/kernels/widen.h"

namespace ts::kernels {

// Planes of an input with up to three spatial dimensions; missing ones are of size 1, in front.
struct Planes {
  using Three = std::array<int64_t, 3>;
  int64_t count = 1;  // batch times channels
  Three in{1, 1, 1}, out{1, 1, 1};
  Dims sizes;  // of the result
  MemoryFormat format;
};

// Checks that the input has `rank` spatial dimensions, one or two others and no size of 0 but the
// batch's.
Planes planesOf(const char* name, const Tensor& input, int64_t rank);
// A list argument of one or `rank` numbers, into the last of three.
Planes::Three threeOf(const char* what, const char* name, const IntList& given, int64_t rank,
                      int64_t missing);
// Fills in the result's sizes, each of at least `least`. Throws where kernel, stride, padding don't
// fit.
void poolSizes(Planes& planes, const char* name, int64_t rank, const Tensor& input,
               const Planes::Three& kernel, const Planes::Three& stride,
               const Planes::Three& padding, const Planes::Three& dilation, bool ceilMode,
               int64_t least = 1);
// A result in contiguous layout, put into the layout that the planes' input suggests.
Tensor inFormat(const Tensor& result, const Planes& planes);
// Index of the first element and behind the last one that an adaptive window covers.
inline int64_t adaptiveBegin(int64_t i, int64_t out, int64_t in) { return i * in / out; }
inline int64_t adaptiveEnd(int64_t i, int64_t out, int64_t in) {
  return ((i + 1) * in + out - 1) / out;
}

}  // namespace ts::kernels
