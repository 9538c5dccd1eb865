// Values of engines: conversion, snapshots, comparison and short text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/eval/values/value.h"
#include "core/tensor/ivalue.h"

namespace ts::debugger {

using tensor::IValue;

// A Python value in the form that graphs use. A dtype becomes its number, and an instance of a
// class unknown to graphs becomes a dict of its attributes. Tensors are shared, not copied; see
// frozen(). A container that is nested too deeply, or contains itself, becomes the name of its
// class; the items of a value beyond the first 100,000 are left out.
IValue valueOf(eval::Vm& vm, const eval::Value& value);

// A deep copy, which later in-place writes do not change. Its limits are those of valueOf().
IValue frozen(const IValue& value);

// Appends the identities of the tensors in a value, in order, without those in objects.
void tensorsIn(const IValue& value, std::vector<const void*>& tensors);

// The first difference of two values.
struct Difference {
  std::string path;        // "", "[1]", "['scores'][0]"
  std::string detail;      // "3 of 8 elements differ, most at [1, 2]: 0.5 and 0.75"
  bool isNumeric = false;  // equal kinds, dtypes and shapes, different numbers
  double most = 0;  // the largest absolute difference of numbers; infinity when one is not finite
};
// The difference of two values; nothing when they agree. Floating-point numbers agree within the
// tolerance of torch.testing for their dtype. A list equals a tuple; an int does not equal a float.
std::optional<Difference> differ(const IValue& a, const IValue& b);

enum class NonFinite : uint8_t { None, Infinity, NaN };
// The worst non-finite number in a value; NaN is worse than infinity.
NonFinite worstNonFinite(const IValue& value);

// A short text for reports: "3", "'a'", "tensor(5.)", "float32 tensor of shape [2, 3]".
std::string brief(const IValue& value);
// "float32 tensor of shape [2, 3]", "int", "list of 3"
std::string kindOf(const IValue& value);

}  // namespace ts::debugger
