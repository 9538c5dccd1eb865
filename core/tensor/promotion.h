// Type promotion of operands: torch.result_type.
#pragma once

#include <optional>

#include "core/tensor/dtype.h"

namespace ts::tensor {

// Tensors with dimensions have precedence over 0-d tensors, and these over numbers. An operand of
// lower rank changes the dtype only if it has a higher category (bool, integers, floating point,
// complex).
class Promotion {
 public:
  void addTensor(DType dtype, bool hasDimensions) { join(hasDimensions ? dims_ : zeroDim_, dtype); }
  // A number of Python, whose precision is that of the default dtype.
  void addNumber(DType dtype, DType defaultDtype);
  // Requires at least one operand.
  DType dtype() const;

 private:
  static void join(std::optional<DType>& held, DType dtype) {
    held = held ? promote(*held, dtype) : dtype;
  }

  std::optional<DType> dims_, zeroDim_, numbers_;
};

}  // namespace ts::tensor
