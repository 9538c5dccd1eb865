#include "core/kernels/promote.h"

namespace ts::kernels {

using tensor::DType;

void ResultType::add(const tensor::TensorImpl& operand) {
  if (operand.isWrappedNumber && operand.sizes.empty())
    operands_.addNumber(operand.dtype, tensor::defaultDType());
  else
    operands_.addTensor(operand.dtype, !operand.sizes.empty());
}

void ResultType::add(const tensor::Scalar& number) {
  operands_.addNumber(number.dtype(), tensor::defaultDType());
}

DType resultType(const tensor::Tensor& a, const tensor::Tensor& b) {
  ResultType result;
  result.add(*a.impl());
  result.add(*b.impl());
  return result.dtype();
}

}  // namespace ts::kernels
