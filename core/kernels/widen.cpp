#include "core/kernels/widen.h"

#include "core/kernels/copy.h"

namespace ts::kernels {

DType computeDType(DType dtype) {
  if (dtype == DType::Float16 || dtype == DType::BFloat16) return DType::Float32;
  return tensor::isIntegral(dtype) || dtype == DType::Bool ? DType::Int64 : dtype;
}

Tensor dense(const Tensor& tensor, DType dtype) {
  if (tensor.dtype() == dtype) return contiguous(tensor);
  return copyInto(tensor::emptyBeside(tensor, tensor.sizes(), dtype), tensor);
}

Tensor widened(const Tensor& tensor) { return dense(tensor, computeDType(tensor.dtype())); }

std::string_view scalarTypeName(DType dtype) {
  switch (dtype) {
    case DType::UInt8: return "Byte";
    case DType::Int8: return "Char";
    case DType::Int16: return "Short";
    case DType::Int32: return "Int";
    case DType::Int64: return "Long";
    case DType::Float16: return "Half";
    case DType::Float32: return "Float";
    case DType::Float64: return "Double";
    case DType::Complex64: return "ComplexFloat";
    case DType::Complex128: return "ComplexDouble";
    case DType::Bool: return "Bool";
    case DType::BFloat16: return "BFloat16";
  }
  __builtin_unreachable();
}

namespace {

[[noreturn]] void notImplemented(std::string_view name, DType dtype) {
  fail("\"{}\" not implemented for '{}'", name, scalarTypeName(dtype));
}

}  // namespace

void checkFloating(std::string_view name, DType dtype) {
  if (!tensor::isFloating(dtype)) notImplemented(name, dtype);
}

void checkSameDType(std::string_view name, const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype())
    fail("{}: expected tensors of the same dtype, but got {} and {}", name,
         tensor::nameOf(a.dtype()), tensor::nameOf(b.dtype()));
}

}  // namespace ts::kernels
