// Element types with PyTorch's numbers (c10/core/ScalarType.h), because graphs contain these
// numbers.
#pragma once

#include <bit>
#include <complex>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ts::tensor {

enum class DType : int8_t {
  UInt8 = 0,
  Int8 = 1,
  Int16 = 2,
  Int32 = 3,
  Int64 = 4,
  Float16 = 5,
  Float32 = 6,
  Float64 = 7,
  Complex64 = 9,
  Complex128 = 10,
  Bool = 11,
  BFloat16 = 15,
};

// IEEE half precision: 1 sign, 5 exponent, 10 fraction bits; rounds to nearest even.
struct Half {
  uint16_t bits = 0;
  Half() = default;
  Half(float value);
  operator float() const;
};
// The upper half of a float; rounds to nearest even.
struct BFloat16 {
  uint16_t bits = 0;
  BFloat16() = default;
  BFloat16(float value) {
    const uint32_t all = std::bit_cast<uint32_t>(value);
    bits =
        value != value ? 0x7FC0 : static_cast<uint16_t>((all + 0x7FFF + ((all >> 16) & 1)) >> 16);
  }
  operator float() const { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }
};
using Complex64 = std::complex<float>;
using Complex128 = std::complex<double>;

size_t sizeOf(DType dtype);                                 // bytes per element
std::string_view nameOf(DType dtype);                       // "float32"
std::optional<DType> dtypeFromName(std::string_view name);  // also "float", "half", "long", ...
std::optional<DType> dtypeFromNumber(int64_t number);       // empty: not a number above
constexpr bool isFloating(DType t) {
  return (t >= DType::Float16 && t <= DType::Float64) || t == DType::BFloat16;
}
constexpr bool isComplex(DType t) { return t == DType::Complex64 || t == DType::Complex128; }
constexpr bool isIntegral(DType t) { return t <= DType::Int64; }  // bool is not included
// Returns the common dtype of two dtypes, as torch.promote_types does.
DType promote(DType a, DType b);
// Returns whether results of dtype `from` may be stored into a tensor of dtype `to`
// (torch.can_cast).
bool canCast(DType from, DType to);
// Returns the component dtype of a complex dtype; other dtypes unchanged.
DType realOf(DType dtype);
DType complexOf(DType dtype);
// torch.get_default_dtype(): the dtype of factory functions without a dtype argument, and of float
// results of integer operations. Per thread.
DType defaultDType();
void setDefaultDType(DType dtype);

template <typename T>
struct DTypeOf;
// clang-format off
#define TS_DTYPES(X)                                                                          \
  X(uint8_t, UInt8) X(int8_t, Int8) X(int16_t, Int16) X(int32_t, Int32) X(int64_t, Int64)     \
  X(::ts::tensor::Half, Float16) X(float, Float32) X(double, Float64)                         \
  X(::ts::tensor::Complex64, Complex64) X(::ts::tensor::Complex128, Complex128) X(bool, Bool) \
  X(::ts::tensor::BFloat16, BFloat16)
// clang-format on
#define TS_DTYPE_OF(type, name)                 \
  template <>                                   \
  struct DTypeOf<type> {                        \
    static constexpr DType value = DType::name; \
  };
TS_DTYPES(TS_DTYPE_OF)
#undef TS_DTYPE_OF

// visit(dtype, [&]<typename T>() {...}) calls the function with T = the C++ type of the elements.
template <typename F>
decltype(auto) visit(DType dtype, F&& f) {
  switch (dtype) {
#define TS_VISIT(type, name) \
  case DType::name: return f.template operator()<type>();
    TS_DTYPES(TS_VISIT)
#undef TS_VISIT
  }
  __builtin_unreachable();
}

}  // namespace ts::tensor
