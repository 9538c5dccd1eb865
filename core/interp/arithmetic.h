// Python's arithmetic on 64-bit ints, as in TorchScript: it wraps around and never traps.
#pragma once

#include <cstdint>
#include <limits>

#include "core/tensor/error.h"

namespace ts::interp {

inline int64_t wrapAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
inline int64_t wrapSub(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}
inline int64_t wrapMul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

inline int64_t floorDiv(int64_t a, int64_t b) {
  if (b == 0) tensor::fail("division by 0");
  if (b == -1) return wrapSub(0, a);  // the only quotient that may overflow
  const int64_t quotient = a / b;
  return quotient - ((a % b != 0) && ((a < 0) != (b < 0)));
}

inline int64_t floorMod(int64_t a, int64_t b) {
  if (b == 0) tensor::fail(tensor::ErrorKind::ZeroDivision, "integer modulo by zero");
  if (b == -1) return 0;
  const int64_t remainder = a % b;
  return remainder != 0 && ((remainder < 0) != (b < 0)) ? remainder + b : remainder;
}

// The number of elements of range(low, high, step), at most INT64_MAX.
inline int64_t rangeLength(int64_t low, int64_t high, int64_t step) {
  if (step == 0) tensor::fail("range() arg 3 must not be zero");
  if (step > 0 ? low >= high : low <= high) return 0;
  const uint64_t distance = step > 0 ? static_cast<uint64_t>(high) - static_cast<uint64_t>(low)
                                     : static_cast<uint64_t>(low) - static_cast<uint64_t>(high);
  const uint64_t stride = step > 0 ? static_cast<uint64_t>(step) : 0 - static_cast<uint64_t>(step);
  const uint64_t count = (distance - 1) / stride + 1;
  return static_cast<int64_t>(count > INT64_MAX ? INT64_MAX : count);
}

// Converts a list index, which may be negative, to a position. Throws IndexError when it is out of
// range.
inline size_t listIndex(int64_t index, size_t size) {
  const int64_t at = index < 0 ? index + static_cast<int64_t>(size) : index;
  if (at < 0 || at >= static_cast<int64_t>(size))
    tensor::fail(tensor::ErrorKind::Index, "list index out of range");
  return static_cast<size_t>(at);
}

}  // namespace ts::interp
