// Conversion between Python values and the values of kernels and graphs.
#pragma once

#include "core/eager/torch.h"
#include "core/ops/schema.h"
#include "core/tensor/value_walk.h"

namespace ts::eager {

// A level of a conversion. The constructor raises RecursionError for values that are nested deeper
// than tensor::kMaxValueDepth or contain themselves.
class ConversionDepth {
 public:
  explicit ConversionDepth(Vm& vm) {
    guarded(vm, [&] { depth_.emplace(); });
  }

 private:
  std::optional<tensor::ValueDepth> depth_;
};

// Converts tensors, numbers, strings, containers and devices. Dtypes, layouts and memory formats
// become their numbers. Raises TypeError for values of other types, and RecursionError (see
// ConversionDepth).
IValue toIValue(Vm& vm, const Value& value);
// Converts a value back. `declared` is its declaration in the schema, which distinguishes a dtype
// from a number; it may be null. Raises TypeError and RecursionError as toIValue().
Value fromIValue(Vm& vm, const IValue& value, const ops::Argument* declared = nullptr);

// The tensor of an array or a scalar of numpy; other values as they are.
Value withoutNumpy(Vm& vm, const Value& value);
// True for an array of numpy with dimensions, and for a scalar of numpy or an array without them,
// which counts as a number.
bool isArray(Vm& vm, const Value& value);
bool isArrayScalar(Vm& vm, const Value& value);
// The memory of an array as a new tensor: a constant for a trace.
Tensor liftedArray(Vm& vm, const Value& array);

// A number as a tensor, where an operator requires a Tensor.
Tensor wrappedNumber(const tensor::Scalar& number);
// Converts a number or a tensor with one element. Returns false for other values.
bool toScalar(Vm& vm, const Value& value, tensor::Scalar& result);

int64_t memoryFormatNumber(
    std::string_view name);  // the number of "torch.channels_last"; -1 if unknown

}  // namespace ts::eager
