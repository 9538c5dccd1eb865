// Numbers that become elements and have to fit.
#pragma once

#include <cmath>
#include <limits>

#include "core/kernels/convert.h"
#include "core/kernels/promote.h"
#include "core/tensor/error.h"

namespace ts::kernels {

// Whether T can hold the number. Negative ones become unsigned as long as their magnitude fits; a
// bool takes any.
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
      // NaN doesn't compare.
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

// Throws RuntimeError when it doesn't fit.
template <typename T>
T checkedNumber(const tensor::Scalar& number) {
  if (!fits<T>(number))
    tensor::fail("value cannot be converted to type {} without overflow",
                 scalarTypeName(tensor::DTypeOf<T>::value));
  return numberTo<T>(number);
}

}  // namespace ts::kernels
