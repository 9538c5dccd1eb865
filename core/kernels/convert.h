// Conversion of one element between types, with PyTorch's results on x86.
#pragma once

#include <cmath>
#include <type_traits>

#include "core/tensor/dtype.h"
#include "core/tensor/scalar.h"

namespace ts::kernels {

template <typename T>
constexpr bool isComplexType =
    std::is_same_v<T, tensor::Complex64> || std::is_same_v<T, tensor::Complex128>;
template <typename T>
constexpr bool isReducedType =
    std::is_same_v<T, tensor::Half> || std::is_same_v<T, tensor::BFloat16>;
// The type of computations: float for half and bfloat16, which have no arithmetic; else T itself.
template <typename T>
using ComputeType = std::conditional_t<isReducedType<T>, float, T>;

template <typename To, typename From>
To convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (isComplexType<From>) {
    if constexpr (isComplexType<To>)
      return To(static_cast<typename To::value_type>(value.real()),
                static_cast<typename To::value_type>(value.imag()));
    else if constexpr (std::is_same_v<To, bool>)
      return value != From(0);
    else
      return convert<To>(value.real());
  } else if constexpr (isComplexType<To>) {
    return To(static_cast<typename To::value_type>(static_cast<ComputeType<From>>(value)));
  } else if constexpr (isReducedType<To>) {
    return To(static_cast<float>(static_cast<ComputeType<From>>(value)));
  } else if constexpr (isReducedType<From>) {
    return convert<To>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    // Reproduces the instruction cvttsd2si for NaN and values out of range, then keeps the low
    // bits. Small signed types are converted through 32 bits.
    const double wide = static_cast<double>(value);
    if constexpr (std::is_signed_v<To> && sizeof(To) <= sizeof(int32_t))
      return static_cast<To>(wide > -0x1p31 - 1 && wide < 0x1p31 ? static_cast<int32_t>(wide)
                                                                 : INT32_MIN);
    else
      return static_cast<To>(wide >= -0x1p63 && wide < 0x1p63 ? static_cast<int64_t>(wide)
                                                              : INT64_MIN);
  } else {
    return static_cast<To>(value);
  }
}

// Returns a number as an element; values out of range are converted like in convert().
template <typename T>
T numberTo(const tensor::Scalar& number) {
  return number.isReal() ? convert<T>(number.to<double>()) : number.to<T>();
}

}  // namespace ts::kernels
