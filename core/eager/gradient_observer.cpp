#include "core/eager/gradient_observer.h"

#include <algorithm>

#include "core/tensor/grad_mode.h"

namespace ts::eager {
bool GradientObserver::isNeeded(std::span<const IValue> arguments) {
  return tensor::isGradEnabled() && holdGradient(arguments);
}

void GradientObserver::nodeEntered(const ir::Node& node, std::span<const IValue> inputs) {
  const ops::FunctionSchema* schema = node.schema();
  if (!schema || inputs.size() != schema->arguments.size() || !holdGradient(inputs)) return;
  try {
    calls_.push_back({&node, GradientOfCall(vm_, *schema, Stack(inputs.begin(), inputs.end()))});
  } catch (const eval::Raised&) {
    // Only eager code may not write to a leaf. In compiled code, such a write is ignored here.
  }
}

void GradientObserver::nodeLeft(const ir::Node& node, std::span<const IValue> outputs) {
  while (!calls_.empty() && calls_.back().node != &node) {
    // Discard failed calls, unless this node has no call.
    if (std::ranges::none_of(calls_, [&](const Call& call) { return call.node == &node; })) return;
    calls_.pop_back();
  }
  if (calls_.empty()) return;
  calls_.back().gradient.mark(Stack(outputs.begin(), outputs.end()));
  calls_.pop_back();
}

}  // namespace ts::eager
