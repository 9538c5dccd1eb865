// Finds operators that make NaN or infinity of finite arguments.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/ops/schema.h"
#include "core/tensor/ivalue.h"

namespace ts::stepping {

// Looks at one operator at a time: nested calls are part of the outer one. An argument that is
// already NaN or infinite, such as the -inf of masked_fill, explains the result.
class NonFiniteSearch {
 public:
  // Call it before the operator runs, because in-place operators overwrite their arguments.
  void entered(std::string_view name, std::span<const tensor::IValue> arguments);
  // Returns "aten::log made 2 NaN and 1 Inf of 6 elements"; nothing when it made none.
  std::optional<std::string> left(std::string_view name, std::span<const tensor::IValue> results);

 private:
  std::string name_;  // of the operator that runs with finite arguments; empty: none
};

// Adds the place to a text of left().
std::string nonFiniteText(const std::string& text, const std::string& path, uint32_t line);

}  // namespace ts::stepping
