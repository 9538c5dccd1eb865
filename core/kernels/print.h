// Tensors as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/tensor/tensor.h"

namespace ts::kernels {

// torch.set_printoptions().
struct PrintOptions {
  int precision = 4;        // digits behind the point
  double threshold = 1000;  // more elements than this are summarised
  int64_t edgeItems = 3;    // shown at each end of a dimension that is summarised
  int64_t lineWidth = 80;
  std::optional<bool> scientific;  // nothing: where the values ask for it
};
// Those of this thread, which Python's set_printoptions changes.
PrintOptions& printOptions();

// What repr() of a tensor is in Python: "tensor([1., 2.])", with dtype, size, device and gradient
// where it says them.
std::string tensorText(const tensor::Tensor& tensor, const PrintOptions& options);
std::string tensorText(const tensor::Tensor& tensor);

// What TorchScript's print() and str() make of it, which is C++'s way: columns, and the type below.
std::string tensorColumns(const tensor::Tensor& tensor);

// Python's format(value, ".4f") and ".4e": fixed digits; "inf" and "nan" as they are.
std::string fixedText(double value, int digits);
std::string scientificText(double value, int digits);

}  // namespace ts::kernels
