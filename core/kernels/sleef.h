// The functions of SLEEF on vectors, a library that is opened at the first use. PyTorch uses it,
// too.
#pragma once

#include <string>
#include <string_view>

#include "core/tensor/dtype.h"

namespace ts::kernels {

struct SleefFunction {
  std::string symbol;  // e.g. "Sleef_sinf8_u10"
  int arity = 0;
  void* code = nullptr;  // takes and returns vectors
};

// The function for vectors of `lanes` elements of float or double, by its name in formulas. Without
// `code`: SLEEF has none, or is not installed. Thread-safe.
SleefFunction sleefFunction(std::string_view name, tensor::DType dtype, int lanes);

}  // namespace ts::kernels
