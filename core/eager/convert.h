// Python's values as those of kernels and graphs, and back.
#pragma once

#include "core/eager/torch.h"
#include "core/ops/schema.h"

namespace ts::eager {

// Tensors, numbers, strings, containers, devices; dtypes, layouts and memory formats are their
// numbers. Raises TypeError for what has no form.
IValue toIValue(Vm& vm, const Value& value);
// type: what a schema says of it, which tells a dtype from a number; null: as it is.
Value fromIValue(Vm& vm, const IValue& value, const ops::Argument* declared = nullptr);

// A number that stands where a Tensor is wanted.
Tensor wrappedNumber(const tensor::Scalar& number);
// Numbers alone; with tensors of one element. False: it is none.
bool toScalar(Vm& vm, const Value& value, tensor::Scalar& result);

int64_t memoryFormatNumber(std::string_view name);  // "torch.channels_last"; -1: none

}  // namespace ts::eager
