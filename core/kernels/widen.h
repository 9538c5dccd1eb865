// Kernels compute in few types, so that they are instantiated for few: integers in int64_t (which
// wraps as narrower ones do), half and bfloat16 in float.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

DType computeDType(DType dtype);
// The same values, contiguous, in computeDType and not conjugated: what a kernel reads with plain
// pointers.
Tensor widened(const Tensor& tensor);
// Likewise, in a dtype that is given.
Tensor dense(const Tensor& tensor, DType dtype);
// As PyTorch writes element types in most messages: "Float", "Long", "BFloat16".
std::string_view scalarTypeName(DType dtype);

// For operators of floats only. Throws NotImplemented as PyTorch does for others: '"name" not
// implemented for 'Long''.
void checkFloating(std::string_view name, DType dtype);
void checkFloatingOrComplex(std::string_view name, DType dtype);
// Throws unless both have one dtype.
void checkSameDType(std::string_view name, const Tensor& a, const Tensor& b);

// visitFloat(dtype, [&]<typename T>() {...}) with float or double; dtype is one that computeDType
// gives.
template <typename F>
decltype(auto) visitFloat(DType dtype, F&& f) {
  if (dtype == DType::Float64) return f.template operator()<double>();
  return f.template operator()<float>();
}
template <typename F>
decltype(auto) visitFloatOrComplex(DType dtype, F&& f) {
  if (dtype == DType::Complex64) return f.template operator()<Complex64>();
  if (dtype == DType::Complex128) return f.template operator()<Complex128>();
  return visitFloat(dtype, f);
}
// Also int64_t.
template <typename F>
decltype(auto) visitReal(DType dtype, F&& f) {
  if (dtype == DType::Int64) return f.template operator()<int64_t>();
  return visitFloat(dtype, f);
}
template <typename F>
decltype(auto) visitNumber(DType dtype, F&& f) {
  if (dtype == DType::Int64) return f.template operator()<int64_t>();
  return visitFloatOrComplex(dtype, f);
}

}  // namespace ts::kernels
