// Values that engines give, kept as they were at that moment, and held against each other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/eval/value.h"
#include "core/tensor/ivalue.h"

namespace ts::debugger {

using tensor::IValue;

// What a Python value holds, in the form in which graphs have it: a dtype is its number, an
// instance of a class that graphs don't know a dict of its attributes. Nothing of it is copied; see
// frozen().
IValue valueOf(eval::Vm& vm, const eval::Value& value);

// A copy that later writes in place don't reach.
IValue frozen(const IValue& value);

// Which tensors a value holds, in order.
void tensorsIn(const IValue& value, std::vector<const void*>& found);

// Where two values differ.
struct Difference {
  std::string path;        // "", "[1]", "['scores'][0]"
  std::string detail;      // in words: "3 of 8 elements differ, most at [1, 2]: 0.5 and 0.75"
  bool isNumeric = false;  // the same kind, dtype and shape, other numbers
  double most = 0;  // of numbers, the largest absolute difference; infinity where one isn't finite
};
// Nothing: they agree. Floating-point numbers do within a tolerance of their dtype
// (torch.testing's); lists and tuples are told apart nowhere; an int is no float.
std::optional<Difference> differ(const IValue& a, const IValue& b);

enum class Odd : uint8_t { None, Infinity, NaN };
// The worst of its numbers.
Odd oddest(const IValue& value);

// Short, for reports: "3", "'a'", "tensor(5.)", "float32 tensor of shape [2, 3]".
std::string brief(const IValue& value);
// "float32 tensor of shape [2, 3]", "int", "list of 3"
std::string kindOf(const IValue& value);

}  // namespace ts::debugger
