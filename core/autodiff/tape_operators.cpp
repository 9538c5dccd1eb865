#include "core/autodiff/tape_operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include "core/autodiff/backward.h"
#include "core/autodiff/node.h"
#include "core/base/torch_profile.h"
#include "core/tensor/error.h"
#include "core/types/type.h"

namespace ts::autodiff {
namespace {

using kernels::Stack;
using tensor::IValue;

// The tensors of a value: a tensor, a list of them, or None. A missing tensor is undefined.
std::vector<Tensor> tensorsOf(const IValue& value) {
  const auto tensorOf = [](const IValue& item) {
    return item.isNone() ? Tensor() : item.toTensor();
  };
  std::vector<Tensor> tensors;
  if (value.isList())
    for (const IValue& item : value.toList().items) tensors.push_back(tensorOf(item));
  else if (!value.isNone())
    tensors.push_back(tensorOf(value));
  return tensors;
}

// Takes the arguments of a call from the stack.
std::vector<IValue> take(Stack& stack, size_t count) {
  const auto first = stack.end() - static_cast<std::ptrdiff_t>(count);
  std::vector<IValue> arguments(std::make_move_iterator(first),
                                std::make_move_iterator(stack.end()));
  stack.erase(first, stack.end());
  return arguments;
}

// keeps: None means as `creates`.
BackwardOptions optionsOf(const IValue& keeps, const IValue& creates) {
  return {keeps.isNone() ? creates.toBool() : keeps.toBool(), creates.toBool()};
}

// (outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused)
void grad(interp::Interpreter& interpreter, Stack& stack) {
  const std::vector<IValue> arguments = take(stack, 6);
  const std::vector<Tensor> found =
      gradients(interpreter, tensorsOf(arguments[0]), tensorsOf(arguments[2]),
                optionsOf(arguments[3], arguments[4]), tensorsOf(arguments[1]));
  std::vector<IValue> items;
  for (const Tensor& gradient : found) {
    if (!gradient.defined() && !arguments[5].toBool())
      tensor::fail(
          "{}of the differentiated Tensors appears to not have been used in the graph. Set "
          "allow_unused=True if this is the desired behavior.",
          atLeast(TorchProfile::Torch2_6) ? fmt::format("element {}", items.size()) : "One ");
    items.push_back(gradient.defined() ? IValue(gradient) : IValue());
  }
  stack.push_back(tensor::makeList(types::optionalOf(types::tensorType()), std::move(items)));
}

// (self or tensors, gradient or gradients, retain_graph, create_graph)
void runBackward(interp::Interpreter& interpreter, Stack& stack) {
  const std::vector<IValue> arguments = take(stack, 4);
  backward(interpreter, tensorsOf(arguments[0]), tensorsOf(arguments[1]),
           optionsOf(arguments[2], arguments[3]));
}

void gradOf(interp::Interpreter&, Stack& stack) {
  const History* history = historyOf(stack.back().toTensor());
  stack.back() = history != nullptr && history->grad.defined() ? IValue(history->grad) : IValue();
}

struct OperatorRow {
  std::string_view name;
  TapeOperator run;
};
constexpr OperatorRow kTapeRows[] = {
    {"aten::grad", grad}, {"aten::backward", runBackward}, {"prim::grad", gradOf}};

}  // namespace

TapeOperator tapeOperator(const ops::FunctionSchema& schema) {
  const auto* row = std::ranges::find(kTapeRows, std::string_view(schema.name), &OperatorRow::name);
  return row != std::end(kTapeRows) ? row->run : nullptr;
}

}  // namespace ts::autodiff
