// The errors of torch.linalg about the values of a matrix.
#pragma once

#include "core/tensor/error.h"

namespace ts::kernels {

// A matrix is singular, not positive-definite or ill-conditioned: torch.linalg.LinAlgError, which
// is a RuntimeError.
class LinAlgError final : public tensor::Error {
 public:
  explicit LinAlgError(const std::string& message) : Error(tensor::ErrorKind::Runtime, message) {}
};

}  // namespace ts::kernels
