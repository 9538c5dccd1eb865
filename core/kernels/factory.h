// Creation of tensors: functions shared by the factory operators.
#pragma once

#include "core/kernels/variants.h"

namespace ts::kernels {

// Returns true for "meta", false for None and "cpu". Throws a RuntimeError for any other device.
bool isMetaDevice(const IValue& device);
// Returns an uninitialised contiguous tensor.
Tensor makeEmpty(const IntList& size, DType dtype, const IValue& device);
// Returns the dtype of torch.full: bool, int64, the default dtype or its complex dtype.
DType dtypeOfNumber(const Scalar& number);
// Returns the numbers from `start` up to `end`, as torch.arange.
Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, DType dtype,
              bool meta = false);

// Turns a factory into its out= overload: {"aten::zeros.out", intoOut<boxed<zeros>>}. The factory's
// last arguments must be dtype, layout, device, pin_memory and, if HasFormat, a memory format.
// `out` determines the dtype.
template <KernelFunction F, bool HasFormat = false>
void intoOut(Stack& stack) {
  const Tensor out = stack.back().toTensor();
  stack.pop_back();
  IValue format;
  if constexpr (HasFormat) {
    format = std::move(stack.back());
    stack.pop_back();
  }
  const IValue device = out.isMeta() ? tensor::makeDevice("meta") : IValue();
  for (const IValue& option :
       {IValue(static_cast<int64_t>(out.dtype())), IValue(), device, IValue()})
    stack.push_back(option);
  if constexpr (HasFormat) stack.push_back(std::move(format));
  F(stack);
  stack.back() = giveOut(out, stack.back().toTensor(), OutDType::Same);
}

}  // namespace ts::kernels
