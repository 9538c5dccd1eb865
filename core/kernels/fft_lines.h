// Discrete Fourier transforms of lines of numbers.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// The distances of lines, and of the elements of a line, in elements.
struct LineSteps {
  int64_t line, element;
};

// From here on lines are transformed one after the other, each as a matrix, because several at once
// would not fit into the processor's cache.
inline constexpr int64_t kLongLine = 4096;

// Transforms `count` lines of `length` >= 1 elements: y[k] becomes the sum over j of x[j] * exp(-2
// pi i j k / length), times `scale`; the inverse uses exp(+...). `to` may be `from` with equal
// steps. Lengths without great prime factors are computed in the precision of C, so that cancelling
// terms give exactly 0; other lengths in double.
template <typename C>
void transformLines(int64_t length, int64_t count, const C* from, LineSteps fromSteps, C* to,
                    LineSteps toSteps, bool inverse, double scale);

// The same for real lines; `to` gets the elements up to length / 2, which imply the other ones.
template <typename C>
void transformRealLines(int64_t length, int64_t count, const typename C::value_type* from,
                        LineSteps fromSteps, C* to, LineSteps toSteps, double scale);

}  // namespace ts::kernels
