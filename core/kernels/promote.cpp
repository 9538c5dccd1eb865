#include "core/kernels/promote.h"

namespace ts::kernels {

using tensor::DType;

namespace {

void join(std::optional<DType>& held, DType dtype) {
  held = held ? tensor::promote(*held, dtype) : dtype;
}

DType ofNumber(DType dtype) {
  if (tensor::isComplex(dtype)) return tensor::complexOf(tensor::defaultDType());
  return tensor::isFloating(dtype) ? tensor::defaultDType() : dtype;
}

std::optional<DType> combine(std::optional<DType> higher, std::optional<DType> lower) {
  if (!higher || !lower) return higher ? higher : lower;
  if (tensor::isComplex(*higher)) return higher;
  if (tensor::isFloating(*higher))
    return tensor::isComplex(*lower) ? tensor::complexOf(*higher) : *higher;
  if (*higher == DType::Bool || tensor::isFloating(*lower) || tensor::isComplex(*lower))
    return tensor::promote(*higher, *lower);
  return higher;
}

}  // namespace

void ResultType::add(const tensor::TensorImpl& operand) {
  if (!operand.sizes.empty())
    join(dims_, operand.dtype);
  else if (operand.isWrappedNumber)
    join(numbers_, ofNumber(operand.dtype));
  else
    join(zeroDim_, operand.dtype);
}

void ResultType::add(const tensor::Scalar& number) { join(numbers_, ofNumber(number.dtype())); }

DType ResultType::dtype() const { return *combine(dims_, combine(zeroDim_, numbers_)); }

DType resultType(const tensor::Tensor& a, const tensor::Tensor& b) {
  ResultType result;
  result.add(*a.impl());
  result.add(*b.impl());
  return result.dtype();
}

}  // namespace ts::kernels
