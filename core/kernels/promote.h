// Type promotion of operands: torch.result_type.
#pragma once

#include "core/kernels/widen.h"
#include "core/tensor/promotion.h"
#include "core/tensor/scalar.h"
#include "core/tensor/tensor.h"

namespace ts::kernels {

// The promotion of a kernel's operands; see tensor::Promotion.
class ResultType {
 public:
  void add(const tensor::TensorImpl& operand);
  void add(const tensor::Scalar& number);
  // Requires at least one operand.
  tensor::DType dtype() const { return operands_.dtype(); }

 private:
  tensor::Promotion operands_;
};

tensor::DType resultType(const tensor::Tensor& a, const tensor::Tensor& b);
// Returns the dtype of floating point results: the default dtype for integers and bool, else
// `dtype`.
inline tensor::DType floatingFor(tensor::DType dtype) {
  return tensor::isFloating(dtype) || tensor::isComplex(dtype) ? dtype : tensor::defaultDType();
}

}  // namespace ts::kernels
