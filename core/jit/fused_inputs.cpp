#include "core/jit/fused_inputs.h"

#include <utility>

namespace ts::jit {

using tensor::IValue;

namespace {

// The result of an operator as a tensor in memory. See moveElements() for its arguments.
IValue resultOf(kernels::KernelFunction function, std::span<const IValue* const> arguments,
                std::span<const IValue* const> items) {
  kernels::Stack stack;
  for (const IValue* argument : arguments) {
    if (argument != nullptr) {
      stack.push_back(*argument);
      continue;
    }
    std::vector<IValue> list;
    for (const IValue* item : items) list.push_back(*item);
    stack.push_back(tensor::makeList(types::tensorType(), std::move(list)));
  }
  function(stack);
  return std::move(stack.back());
}

}  // namespace

FusedInputs::FusedInputs(const Fusion& fusion) : fusion_(fusion) {
  for (const FusedNode& node : fusion.nodes)
    for (const FusedArgument& argument : node.arguments)
      if (argument.kind == FusedArgument::Kind::Input) isRead_[argument.index] = true;
}

bool FusedInputs::read(const IValue* registers, const IValue* pool, Values& into) const {
  const size_t count = fusion_.inputs.size();
  if (!fusion_.views.empty()) {
    into.views.resize(count);
    into.moved.resize(count);
  }
  for (size_t i = 0; i < count; ++i) {
    const Fusion::Input& input = fusion_.inputs[i];
    if (input.view < 0) {
      into.arguments[i] = input.operand < 0 ? pool + input.operand : registers + input.operand;
      continue;
    }
    const FusedView& view = fusion_.views[static_cast<size_t>(input.view)];
    const auto valueOf = [&](const FusedArgument& argument) -> const IValue& {
      return argument.kind == FusedArgument::Kind::Input ? *into.arguments[argument.index]
                                                         : pool[argument.constant];
    };
    if (view.isMoved) {
      std::vector<const IValue*> arguments, items;
      for (size_t k = 0; k < view.arguments.size(); ++k)
        arguments.push_back(static_cast<int>(k) == view.list ? nullptr
                                                             : &valueOf(view.arguments[k]));
      for (const FusedArgument& item : view.listed) items.push_back(&valueOf(item));
      if (std::optional<MovedTensor> moved = moveElements(view.function, arguments, items)) {
        into.views[i] = IValue(std::move(moved->shape));
        into.moved[i] = std::move(moved->elements);
      } else {
        into.views[i] = resultOf(view.function, arguments, items);
      }
    } else if (view.function == nullptr) {
      const std::vector<IValue>& items = valueOf(view.arguments[0]).toList().items;
      if (items.size() != view.items) return false;
      into.views[i] = items[view.item];
    } else {
      kernels::Stack stack;
      for (const FusedArgument& argument : view.arguments) stack.push_back(valueOf(argument));
      view.function(stack);
      into.views[i] = std::move(stack.back());
    }
    into.arguments[i] = &into.views[i];
  }
  for (size_t i = 0; i < count; ++i)
    if (!isRead_[i]) into.arguments[i] = nullptr;
  return true;
}

}  // namespace ts::jit
