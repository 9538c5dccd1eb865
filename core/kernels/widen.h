// Kernels are instantiated for few types: integers are computed in int64_t (which wraps around like
// narrower types), half and bfloat16 in float.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

DType computeDType(DType dtype);
// Returns the values as a contiguous, non-conjugated tensor in computeDType, which kernels read
// through plain pointers.
Tensor widened(const Tensor& tensor);
// Like widened, but in a given dtype.
Tensor dense(const Tensor& tensor, DType dtype);
// Returns the name of a dtype in most of PyTorch's messages: "Float", "Long", "BFloat16".
std::string_view scalarTypeName(DType dtype);

// For operators that support only floating point. Throws NotImplemented with PyTorch's message:
// '"name" not implemented for 'Long''.
void checkFloating(std::string_view name, DType dtype);
// Throws unless both tensors have the same dtype.
void checkSameDType(std::string_view name, const Tensor& a, const Tensor& b);

// visitFloat(dtype, [&]<typename T>() {...}) calls the function with float or double; dtype must be
// a compute dtype.
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
// Also supports int64_t.
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
