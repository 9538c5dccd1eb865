// Results of operators by their rows in core/operator_facts.
#pragma once

#include <span>
#include <string_view>

#include "core/eval_torch/torch_state.h"

namespace ts::eval {

// Marks a rule without code of its own: callOperator() passes its bound arguments to resultByRow().
Value byRow(Vm& vm, Value* args);

// The result as the operator's row tells it, without values. op: "aten::permute". names: of the
// arguments in the operator's schema; an Unbound value stands for an argument that is not given.
// Raises PyTorch's exception for shapes that do not fit; throws UnknownTruth when nothing is known.
// outputs: the number of results; several are a tuple.
Value resultByRow(Vm& vm, std::string_view op, std::span<const std::string_view> names,
                  std::span<const Value> values, size_t outputs = 1);

// The dtype of a pointwise result: that of the operands, a floating one, or bool.
enum class PointwiseDtype : uint8_t { Same, Float, Bool };
PointwiseDtype pointwiseDtype(std::string_view op);
// The operands of an operator whose result has the shape of its first argument (1), or the common
// shape of two operands (2); 0 for others. The result is one tensor.
size_t pointwiseOperands(std::string_view op);

}  // namespace ts::eval
