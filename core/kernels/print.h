// Tensors as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/tensor/tensor.h"

namespace ts::kernels {

// The options of torch.set_printoptions().
struct PrintOptions {
  int precision = 4;        // digits after the point
  double threshold = 1000;  // tensors with more elements are summarised
  int64_t edgeItems = 3;    // elements at each end of a summarised dimension
  int64_t lineWidth = 80;
  std::optional<bool> scientific;  // empty: depends on the values
};
// Returns the options of this thread; Python's set_printoptions changes them.
PrintOptions& printOptions();

// Returns the text of Python's repr(), e.g. "tensor([1., 2.])", with dtype, size, device and
// gradient where repr() shows them.
std::string tensorText(const tensor::Tensor& tensor, const PrintOptions& options);
std::string tensorText(const tensor::Tensor& tensor);

// Returns the text of TorchScript's print() and str(): C++ format, with columns and the type below.
std::string tensorColumns(const tensor::Tensor& tensor);

// Python's format(value, ".4f") and ".4e" for digits = 4; infinities and NaN are "inf" and "nan".
std::string fixedText(double value, int digits);
std::string scientificText(double value, int digits);

}  // namespace ts::kernels
