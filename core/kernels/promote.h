// Type promotion of operands: torch.result_type.
#pragma once

#include <optional>

#include "core/kernels/widen.h"
#include "core/tensor/scalar.h"
#include "core/tensor/tensor.h"

namespace ts::kernels {

// Tensors with dimensions have precedence over 0-d tensors, and these over numbers. An operand of
// lower rank changes the dtype only if it has a higher category (bool, integers, floating point,
// complex).
class ResultType {
 public:
  void add(const tensor::TensorImpl& operand);
  void add(const tensor::Scalar& number);
  // Requires at least one operand.
  tensor::DType dtype() const;

 private:
  std::optional<tensor::DType> dims_, zeroDim_, numbers_;
};

tensor::DType resultType(const tensor::Tensor& a, const tensor::Tensor& b);
// Returns the dtype of floating point results: the default dtype for integers and bool, else
// `dtype`.
inline tensor::DType floatingFor(tensor::DType dtype) {
  return tensor::isFloating(dtype) || tensor::isComplex(dtype) ? dtype : tensor::defaultDType();
}

}  // namespace ts::kernels
