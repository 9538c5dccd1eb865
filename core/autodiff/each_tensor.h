// The tensors of operators' arguments and results.
#pragma once

#include "core/tensor/ivalue.h"

namespace ts::autodiff {

// Calls function(tensor) for a tensor, and for each tensor of a list, in order.
template <typename Function>
void eachTensor(const tensor::IValue& value, Function function) {
  if (value.isTensor()) function(value.toTensor());
  if (!value.isList()) return;
  for (const tensor::IValue& item : value.toList().items)
    if (item.isTensor()) function(item.toTensor());
}

}  // namespace ts::autodiff
