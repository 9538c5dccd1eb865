// A numeric argument ("Scalar" in schemas): bool, int, float or complex.
#pragma once

#include <complex>
#include <variant>

#include "core/tensor/dtype.h"

namespace ts::tensor {

class Scalar {
 public:
  Scalar() : value_(int64_t{0}) {}
  Scalar(bool value) : value_(value) {}
  Scalar(int value) : value_(int64_t{value}) {}
  Scalar(int64_t value) : value_(value) {}
  Scalar(double value) : value_(value) {}
  Scalar(std::complex<double> value) : value_(value) {}

  bool isBool() const { return std::holds_alternative<bool>(value_); }
  bool isInt() const { return std::holds_alternative<int64_t>(value_); }
  bool isReal() const { return std::holds_alternative<double>(value_); }
  bool isComplex() const { return std::holds_alternative<std::complex<double>>(value_); }
  // Returns Bool, Int64, Float64 or Complex128: the dtype before default dtypes apply.
  DType dtype() const {
    return isBool()   ? DType::Bool
           : isInt()  ? DType::Int64
           : isReal() ? DType::Float64
                      : DType::Complex128;
  }

  // Returns the number as an element of type T by C++ conversion; complex to real takes the real
  // part.
  template <typename T>
  T to() const {
    return std::visit(
        [](auto value) -> T {
          using V = decltype(value);
          constexpr bool fromComplex = std::is_same_v<V, std::complex<double>>;
          if constexpr (std::is_same_v<T, Complex64> || std::is_same_v<T, Complex128>) {
            using Part = typename T::value_type;
            if constexpr (fromComplex)
              return T(static_cast<Part>(value.real()), static_cast<Part>(value.imag()));
            else
              return T(static_cast<Part>(value));
          } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
            if constexpr (fromComplex)
              return T(static_cast<float>(value.real()));
            else
              return T(static_cast<float>(value));
          } else if constexpr (fromComplex) {
            return static_cast<T>(value.real());
          } else {
            return static_cast<T>(value);
          }
        },
        value_);
  }

 private:
  std::variant<bool, int64_t, double, std::complex<double>> value_;
};

}  // namespace ts::tensor
