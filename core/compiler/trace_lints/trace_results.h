// The results of operators in traced code: tensors, lists of tensors, and their numbers of
// dimensions.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/compiler/trace_lints/trace_value.h"
#include "core/operator_facts/facts.h"

namespace ts::compiler {

struct OperatorResult {
  enum class Kind : uint8_t {
    Other,
    Tensor,
    TensorList,
    Tensors,  // several tensors
  };
  Kind kind = Kind::Other;
  std::vector<int> ranks;                     // of a tensor, or of each of several; -1: unknown
  std::vector<std::string_view> fields = {};  // the names of several tensors, where they have any

  int rank() const { return ranks.empty() ? -1 : ranks[0]; }
};

// The arguments of a call. self: of a method; else null.
struct OperatorCall {
  const TraceValue* self;
  std::span<const TraceValue> positional;
  std::span<const std::pair<std::string_view, TraceValue>> keyword;
  bool isComplete = true;
};

// The result of the overloads that the arguments may select. op: "aten::sum".
OperatorResult resultOfOperator(std::string_view op, const OperatorCall& call);

}  // namespace ts::compiler
