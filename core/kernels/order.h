// Ordering of elements. NaN is greater than any number.
#pragma once

#include "core/kernels/boxing.h"
#include "core/kernels/copy.h"

namespace ts::kernels {

template <typename T>
bool isNan(T value) {
  if constexpr (std::is_integral_v<T>)
    return false;
  else
    return value != value;
}

template <typename T>
bool isLess(T a, T b) {
  return (!isNan(a) && isNan(b)) || a < b;
}
template <typename T>
bool isGreater(T a, T b) {
  return (isNan(a) && !isNan(b)) || a > b;
}

// An element with its original index.
template <typename T>
struct Ranked {
  T value;
  int64_t index;
};
template <typename T>
bool less(const Ranked<T>& a, const Ranked<T>& b) {
  return isLess(a.value, b.value);
}
template <typename T>
bool greater(const Ranked<T>& a, const Ranked<T>& b) {
  return isGreater(a.value, b.value);
}

// Returns the dtype in which elements are ordered. Throws a RuntimeError for complex dtypes, which
// have no order.
inline DType orderDType(DType dtype, std::string_view what) {
  if (tensor::isComplex(dtype))
    fail("\"{}\" not implemented for '{}': complex numbers have no order", what,
         tensor::nameOf(dtype));
  if (dtype == DType::Float64) return dtype;
  return tensor::isFloating(dtype) ? DType::Float32 : DType::Int64;
}
template <typename F>
decltype(auto) visitOrder(DType dtype, F&& f) {
  switch (dtype) {
    case DType::Float32: return f.template operator()<float>();
    case DType::Float64: return f.template operator()<double>();
    default: return f.template operator()<int64_t>();
  }
}

}  // namespace ts::kernels
