// Making tensors: what the factories of the operators share.
#pragma once

#include "core/kernels/variants.h"

namespace ts::kernels {

// True for "meta"; None and "cpu": false. Throws RuntimeError for devices that aren't here.
bool isMetaDevice(const IValue& device);
// Of a factory: contiguous, dtype as given or the default one.
Tensor makeEmpty(const IntList& size, DType dtype, const IValue& device);
// torch.full's dtype: bool, int64, the default dtype or its complex one.
DType dtypeOfNumber(const Scalar& number);
// Numbers from start on, up to end; as torch.arange.
Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, DType dtype,
              bool meta = false);

// The out= spelling of a factory, whose last arguments are dtype, layout, device, pin_memory and,
// where HasFormat, a memory format; out= has its dtype. {"aten::zeros.out", intoOut<boxed<zeros>>}
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
