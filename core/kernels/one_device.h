// Tensors on meta and tensors with data don't mix in element-wise operators, cat() and stack().
#pragma once

#include "core/tensor/error.h"
#include "core/tensor/tensor.h"

namespace ts::kernels {

// Takes operands one after another. Throws for one whose device is not that of those before it.
// Tensors of the CPU without dimensions go with each device.
class OneDevice {
 public:
  void add(const tensor::TensorImpl& operand) {
    if (operand.sizes.empty() && operand.device == tensor::Device::Cpu) return;
    if (!first_) first_ = &operand;
    if (operand.device != first_->device)
      tensor::fail("Tensor on device {} is not on the expected device {}!",
                   tensor::nameOf(operand.device), tensor::nameOf(first_->device));
  }

 private:
  const tensor::TensorImpl* first_ = nullptr;
};

}  // namespace ts::kernels
