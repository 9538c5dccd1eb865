// Records operators whose arguments require a gradient.
#pragma once

#include <array>
#include <string_view>

#include "core/ir/ir.h"
#include "core/kernels/registry.h"
#include "core/ops/schema.h"
#include "core/tensor/ivalue.h"

namespace ts::interp {

// True if a value is a tensor that requires a gradient, or a list that contains one.
bool requiresGradient(const tensor::IValue& value);

// The operators that change or read the tape. Markers run them.
inline constexpr std::array<std::string_view, 4> kTapeOperators = {
    "aten::grad", "aten::backward", "aten::requires_grad_", "prim::grad"};
// True if a graph, or one of a function that it calls, has such an operator or enters
// torch.autocast. A method of an interface is not known.
bool usesTape(const ir::Graph& graph);
// True for the classes of torch.autocast and of torch.cuda.amp.autocast.
bool isAutocast(const types::ClassType& type);

// Kernels compute no gradients, and their results require none. A marker records the operators;
// while an interpreter has one, each operator runs by itself, without loops of several operators.
class ResultMarker {
 public:
  virtual ~ResultMarker() = default;
  // Runs an operator, whose arguments are on the stack, and marks its results.
  virtual void run(const ops::FunctionSchema& schema, kernels::KernelFunction kernel,
                   kernels::Stack& stack) const = 0;
};

}  // namespace ts::interp
