// Types of elements: ScalarType, TypeMeta, and the numbers of 16 bits. C++17.
#pragma once

#include <jitscope/torch/error.h>

#include <complex>
#include <cstdint>
#include <cstring>
#include <ostream>

namespace c10 {
inline namespace jitscope_v0 {

template <typename T>
using complex = std::complex<T>;

namespace detail {

inline uint32_t bitsOf(float number) {
  uint32_t bits = 0;
  std::memcpy(&bits, &number, sizeof(bits));
  return bits;
}
inline float floatOf(uint32_t bits) {
  float number = 0;
  std::memcpy(&number, &bits, sizeof(number));
  return number;
}
// `bits` without the lowest `count` ones, rounded to the nearest, ties to even.
inline uint32_t roundedShift(uint32_t bits, uint32_t count) {
  const uint32_t half = 1u << (count - 1), rest = bits & ((half << 1) - 1);
  const uint32_t kept = bits >> count;
  return kept + ((rest > half || (rest == half && (kept & 1) != 0)) ? 1 : 0);
}
inline uint16_t halfBits(float number) {
  const uint32_t bits = bitsOf(number), sign = (bits >> 16) & 0x8000u, size = bits & 0x7fffffffu;
  if (size > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u);   // not a number
  if (size >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);  // infinite
  if (size >= 0x38800000u)                                                // normal
    return static_cast<uint16_t>(sign | roundedShift(size - 0x38000000u, 13));
  if (size < 0x33000000u) return static_cast<uint16_t>(sign);  // below half of the least number
  const uint32_t exponent = size >> 23, fraction = (size & 0x7fffffu) | 0x800000u;
  return static_cast<uint16_t>(sign | roundedShift(fraction, 126 - exponent));
}
inline float halfValue(uint16_t half) {
  const uint32_t sign = (half & 0x8000u) << 16, size = half & 0x7fffu;
  if (size >= 0x7c00u) return floatOf(sign | 0x7f800000u | ((size & 0x3ffu) << 13));
  if (size >= 0x400u) return floatOf(sign | ((size << 13) + 0x38000000u));
  const float number = static_cast<float>(size) * 5.9604644775390625e-8f;  // 2 ** -24
  return sign != 0 ? -number : number;
}

}  // namespace detail

// A number of IEEE's 16 bits. Arithmetic is that of float.
struct Half {
  uint16_t x = 0;
  Half() = default;
  Half(float number) : x(detail::halfBits(number)) {}
  operator float() const { return detail::halfValue(x); }
};
// The upper half of a float.
struct BFloat16 {
  uint16_t x = 0;
  BFloat16() = default;
  BFloat16(float number)
      : x(number != number
              ? 0x7fc0
              : static_cast<uint16_t>(detail::roundedShift(detail::bitsOf(number), 16))) {}
  operator float() const { return detail::floatOf(static_cast<uint32_t>(x) << 16); }
};

// Calls X(C++ type, name, name of the C++ type in messages) for each dtype.
#define JITSCOPE_DTYPES(X)                                         \
  X(uint8_t, Byte, "unsigned char")                                \
  X(int8_t, Char, "signed char")                                   \
  X(int16_t, Short, "short int")                                   \
  X(int, Int, "int")                                               \
  X(int64_t, Long, "long int")                                     \
  X(::c10::Half, Half, "c10::Half")                                \
  X(float, Float, "float")                                         \
  X(double, Double, "double")                                      \
  X(::c10::complex<float>, ComplexFloat, "c10::complex<float>")    \
  X(::c10::complex<double>, ComplexDouble, "c10::complex<double>") \
  X(bool, Bool, "bool")                                            \
  X(::c10::BFloat16, BFloat16, "c10::BFloat16")

enum class ScalarType : int8_t {
  Byte = 0,
  Char = 1,
  Short = 2,
  Int = 3,
  Long = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  BFloat16 = 15,
  Undefined = 127,
};
#define JITSCOPE_CONSTANT(type, name, text) constexpr ScalarType k##name = ScalarType::name;
JITSCOPE_DTYPES(JITSCOPE_CONSTANT)
#undef JITSCOPE_CONSTANT
constexpr ScalarType kUInt8 = kByte, kInt8 = kChar, kInt16 = kShort, kInt32 = kInt, kInt64 = kLong,
                     kFloat16 = kHalf, kFloat32 = kFloat, kFloat64 = kDouble,
                     kComplexFloat32 = kComplexFloat, kComplexFloat64 = kComplexDouble, kU8 = kByte,
                     kI8 = kChar, kI16 = kShort, kI32 = kInt, kI64 = kLong, kF16 = kHalf,
                     kF32 = kFloat, kF64 = kDouble;

// "Float", as in the names of tensors' types.
inline const char* toString(ScalarType type) {
  switch (type) {
#define JITSCOPE_NAME(type, name, text) \
  case ScalarType::name: return #name;
    JITSCOPE_DTYPES(JITSCOPE_NAME)
#undef JITSCOPE_NAME
    case ScalarType::Undefined: break;
  }
  return "Undefined";
}
inline std::ostream& operator<<(std::ostream& stream, ScalarType type) {
  return stream << toString(type);
}
// The size of an element in bytes.
inline size_t elementSize(ScalarType type) {
  switch (type) {
#define JITSCOPE_SIZE(type, name, text) \
  case ScalarType::name: return sizeof(type);
    JITSCOPE_DTYPES(JITSCOPE_SIZE)
#undef JITSCOPE_SIZE
    case ScalarType::Undefined: break;
  }
  return 0;
}
inline bool isComplexType(ScalarType type) {
  return type == kComplexFloat || type == kComplexDouble;
}
inline bool isFloatingType(ScalarType type) {
  return type == kFloat || type == kDouble || type == kHalf || type == kBFloat16;
}
inline bool isIntegralType(ScalarType type, bool includeBool = false) {
  return type <= kLong || (includeBool && type == kBool);
}

// The dtype of a C++ type.
template <typename T>
struct CppTypeToScalarType;
#define JITSCOPE_CPP_TYPE(type, name, text)               \
  template <>                                             \
  struct CppTypeToScalarType<type> {                      \
    static constexpr ScalarType value = ScalarType::name; \
  };
JITSCOPE_DTYPES(JITSCOPE_CPP_TYPE)
#undef JITSCOPE_CPP_TYPE
// 64 bits have two names in C++.
template <>
struct CppTypeToScalarType<long long> {
  static constexpr ScalarType value = ScalarType::Long;
};

// A dtype as `Tensor::dtype()` returns it; it prints the name of its C++ type.
class TypeMeta {
 public:
  constexpr TypeMeta() = default;
  constexpr TypeMeta(ScalarType type) : type_(type) {}
  template <typename T>
  static constexpr TypeMeta Make() {
    return CppTypeToScalarType<T>::value;
  }
  static TypeMeta fromScalarType(ScalarType type) { return type; }
  constexpr operator ScalarType() const { return type_; }
  ScalarType toScalarType() const { return type_; }
  size_t itemsize() const { return elementSize(type_); }
  string_view name() const {
    switch (type_) {
#define JITSCOPE_NAME(type, name, text) \
  case ScalarType::name: return text;
      JITSCOPE_DTYPES(JITSCOPE_NAME)
#undef JITSCOPE_NAME
      case ScalarType::Undefined: break;
    }
    return "nullptr (uninitialized)";
  }
  friend constexpr bool operator==(TypeMeta a, TypeMeta b) { return a.type_ == b.type_; }
  friend constexpr bool operator!=(TypeMeta a, TypeMeta b) { return a.type_ != b.type_; }
  friend constexpr bool operator==(TypeMeta a, ScalarType b) { return a.type_ == b; }
  friend constexpr bool operator!=(TypeMeta a, ScalarType b) { return a.type_ != b; }
  friend constexpr bool operator==(ScalarType a, TypeMeta b) { return a == b.type_; }
  friend constexpr bool operator!=(ScalarType a, TypeMeta b) { return a != b.type_; }
  friend std::ostream& operator<<(std::ostream& stream, TypeMeta meta) {
    return stream << meta.name();
  }

 private:
  ScalarType type_ = ScalarType::Undefined;
};
inline ScalarType typeMetaToScalarType(TypeMeta meta) { return meta; }
inline TypeMeta scalarTypeToTypeMeta(ScalarType type) { return type; }

}  // namespace jitscope_v0
}  // namespace c10

namespace caffe2 {
using c10::TypeMeta;
}  // namespace caffe2
