// One element from one type to another, as PyTorch converts on x86.
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
// float for half and bfloat16, which have no arithmetic of their own; else the type itself.
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
    // What cvttsd2si gives for values out of range and NaN, then the low bits. Small signed types
    // go by way of 32 bits.
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

// A number as an element; out of range as convert() does it.
template <typename T>
T numberTo(const tensor::Scalar& number) {
  return number.isReal() ? convert<T>(number.to<double>()) : number.to<T>();
}

}  // namespace ts::kernels
