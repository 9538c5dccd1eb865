#include "core/tensor/dtype.h"

#include <algorithm>
#include <array>

#include "core/base/thread_state.h"

namespace ts::tensor {
namespace {

struct Row {
  DType dtype;
  uint8_t size;
  std::string_view name;
  std::string_view shortName;  // the second name: torch.half, torch.long
};
constexpr Row kRows[] = {
    {DType::UInt8, 1, "uint8", ""},
    {DType::Int8, 1, "int8", ""},
    {DType::Int16, 2, "int16", "short"},
    {DType::Int32, 4, "int32", "int"},
    {DType::Int64, 8, "int64", "long"},
    {DType::Float16, 2, "float16", "half"},
    {DType::Float32, 4, "float32", "float"},
    {DType::Float64, 8, "float64", "double"},
    {DType::Complex64, 8, "complex64", "cfloat"},
    {DType::Complex128, 16, "complex128", "cdouble"},
    {DType::Bool, 1, "bool", ""},
    {DType::BFloat16, 2, "bfloat16", ""},
};
const Row& rowOf(DType dtype) { return *std::ranges::find(kRows, dtype, &Row::dtype); }

// Returns 0 for bool, 1 for integers, 2 for floating point, 3 for complex.
int categoryOf(DType t) { return t == DType::Bool ? 0 : isIntegral(t) ? 1 : isFloating(t) ? 2 : 3; }

static_assert(ThreadSettings().defaultDType == DType::Float32);

}  // namespace

Half::Half(float value) {
  const uint32_t all = std::bit_cast<uint32_t>(value);
  const uint32_t sign = all >> 16 & 0x8000;
  const uint32_t magnitude = all & 0x7FFFFFFF;
  if (magnitude > 0x7F800000) {
    bits = static_cast<uint16_t>(sign | 0x7E00);
  } else if (magnitude >= 0x477FF000) {  // infinity, or rounds to infinity
    bits = static_cast<uint16_t>(sign | 0x7C00);
  } else if (magnitude >= 0x38800000) {  // a normal half
    const uint32_t rebased = magnitude - 0x38000000;
    bits = static_cast<uint16_t>(sign | ((rebased + 0xFFF + (rebased >> 13 & 1)) >> 13));
  } else {
    // Subnormal: adding 0.5 aligns the fraction so that the floating-point unit rounds it.
    const float aligned = std::bit_cast<float>(magnitude) + 0.5F;
    bits = static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(aligned) - 0x3F000000));
  }
}

Half::operator float() const {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  const uint32_t exponent = bits >> 10 & 0x1F;
  const uint32_t fraction = bits & 0x3FF;
  if (exponent == 0x1F) return std::bit_cast<float>(sign | 0x7F800000 | fraction << 13);
  if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
  const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
  return sign ? -magnitude : magnitude;
}

size_t sizeOf(DType dtype) {
  switch (dtype) {
    case DType::UInt8:
    case DType::Int8:
    case DType::Bool: return 1;
    case DType::Int16:
    case DType::Float16:
    case DType::BFloat16: return 2;
    case DType::Int32:
    case DType::Float32: return 4;
    case DType::Int64:
    case DType::Float64:
    case DType::Complex64: return 8;
    case DType::Complex128: return 16;
  }
  __builtin_unreachable();
}

std::string_view nameOf(DType dtype) { return rowOf(dtype).name; }

std::optional<DType> dtypeFromName(std::string_view name) {
  for (const Row& row : kRows)
    if (row.name == name || (!row.shortName.empty() && row.shortName == name)) return row.dtype;
  return std::nullopt;
}

std::optional<DType> dtypeFromNumber(int64_t number) {
  for (const Row& row : kRows)
    if (static_cast<int64_t>(row.dtype) == number) return row.dtype;
  return std::nullopt;
}

DType promote(DType a, DType b) {
  if (a == b) return a;
  const int categoryA = categoryOf(a), categoryB = categoryOf(b);
  if (isComplex(a) || isComplex(b)) {
    // Complex with any dtype: the result has the width of the wider component type.
    return sizeOf(realOf(a)) > 4 && categoryA >= 2   ? DType::Complex128
           : sizeOf(realOf(b)) > 4 && categoryB >= 2 ? DType::Complex128
                                                     : DType::Complex64;
  }
  if (categoryA != categoryB) return categoryA > categoryB ? a : b;
  if (categoryA == 2) {
    if (sizeOf(a) == 2 && sizeOf(b) == 2) return DType::Float32;  // half and bfloat16
    return sizeOf(a) > sizeOf(b) ? a : b;
  }
  // Integers: UInt8 with Int8 needs the next wider signed type.
  if (a == DType::UInt8 || b == DType::UInt8) {
    const DType other = a == DType::UInt8 ? b : a;
    return other == DType::Int8 ? DType::Int16 : other;
  }
  return sizeOf(a) > sizeOf(b) ? a : b;
}

bool canCast(DType from, DType to) { return categoryOf(from) <= categoryOf(to); }

DType realOf(DType dtype) {
  return dtype == DType::Complex64    ? DType::Float32
         : dtype == DType::Complex128 ? DType::Float64
                                      : dtype;
}

DType complexOf(DType dtype) {
  if (isComplex(dtype)) return dtype;
  return dtype == DType::Float64 ? DType::Complex128 : DType::Complex64;
}

DType defaultDType() { return threadState.settings().defaultDType; }
void setDefaultDType(DType dtype) { threadState.settings().defaultDType = dtype; }

}  // namespace ts::tensor
