#include "core/jit/fused_inputs.h"

#include <utility>

namespace ts::jit {

using tensor::IValue;

FusedInputs::FusedInputs(const Fusion& fusion) : fusion_(fusion) {
  for (const FusedNode& node : fusion.nodes)
    for (const FusedArgument& argument : node.arguments)
      if (argument.kind == FusedArgument::Kind::Input) isRead_[argument.index] = true;
}

bool FusedInputs::read(const IValue* registers, const IValue* pool, Values& into) const {
  const size_t count = fusion_.inputs.size();
  if (!fusion_.views.empty()) into.views.resize(count);
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
    if (view.function == nullptr) {
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
