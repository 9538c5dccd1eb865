// Which dtype the operands of an operator meet in: torch.result_type.
#pragma once

#include <optional>

#include "core/kernels/widen.h"
#include "core/tensor/scalar.h"
#include "core/tensor/tensor.h"

namespace ts::kernels {

// Tensors with dimensions count first, then 0-d tensors, then numbers: a lower one changes the
// dtype only where it is of a higher category (bool, integers, floating point, complex).
class ResultType {
 public:
  void add(const tensor::TensorImpl& operand);
  void add(const tensor::Scalar& number);
  // At least one operand was added.
  tensor::DType dtype() const;

 private:
  std::optional<tensor::DType> dims_, zeroDim_, numbers_;
};

tensor::DType resultType(const tensor::Tensor& a, const tensor::Tensor& b);
// For operators whose results are floating point whatever they take: the default dtype for integers
// and bool.
inline tensor::DType floatingFor(tensor::DType dtype) {
  return tensor::isFloating(dtype) || tensor::isComplex(dtype) ? dtype : tensor::defaultDType();
}

}  // namespace ts::kernels
