// Conversion of numbers to elements with a range check.
#pragma once

#include <cmath>
#include <limits>

#include "core/kernels/convert.h"
#include "core/kernels/promote.h"
#include "core/tensor/error.h"

namespace ts::kernels {

// Returns whether T can represent the number. An unsigned type accepts negative numbers whose
// magnitude fits, because they wrap around; bool accepts every number.
template <typename T>
bool fits(const tensor::Scalar& number) {
  if constexpr (std::is_same_v<T, bool> || isComplexType<T>) {
    return true;
  } else {
    const auto complex = number.to<tensor::Complex128>();
    if (complex.imag() != 0) return false;
    if constexpr (std::is_integral_v<T>) {
      using Limits = std::numeric_limits<T>;
      if (number.isInt()) {
        const auto value = number.to<int64_t>();
        if (std::is_unsigned_v<T>)
          return value <= int64_t{Limits::max()} && value >= -int64_t{Limits::max()};
        return value >= int64_t{Limits::min()} && value <= int64_t{Limits::max()};
      }
      // Comparisons with NaN are false, so NaN is rejected.
      const double lowest = std::is_unsigned_v<T> ? -static_cast<double>(Limits::max())
                                                  : static_cast<double>(Limits::min());
      return complex.real() >= lowest && complex.real() <= static_cast<double>(Limits::max());
    } else {
      constexpr double most = std::is_same_v<T, tensor::Half>       ? 65504
                              : std::is_same_v<T, tensor::BFloat16> ? 0x1.FEp127
                              : std::is_same_v<T, float> ? double{std::numeric_limits<float>::max()}
                                                         : std::numeric_limits<double>::max();
      return !std::isfinite(complex.real()) || std::abs(complex.real()) <= most;
    }
  }
}

// Returns the number as a T. Throws a RuntimeError when it does not fit.
template <typename T>
T checkedNumber(const tensor::Scalar& number) {
  if (!fits<T>(number))
    tensor::fail("value cannot be converted to type {} without overflow",
                 scalarTypeName(tensor::DTypeOf<T>::value));
  return numberTo<T>(number);
}

}  // namespace ts::kernels
