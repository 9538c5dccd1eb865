#include "core/eager/gradient_observer.h"

#include <algorithm>

#include "core/tensor/grad_mode.h"

namespace ts::eager {

bool GradientObserver::isNeeded(std::span<const IValue> arguments) {
  return tensor::isGradEnabled() && holdGradient(arguments);
}

void GradientObserver::enter(const ir::Node& node, std::span<const IValue> inputs) {
  const ops::FunctionSchema* schema = node.schema();
  if (!schema || inputs.size() != schema->arguments.size() || !holdGradient(inputs)) return;
  try {
    calls_.push_back({&node, GradientOfCall(vm_, *schema, Stack(inputs.begin(), inputs.end()))});
  } catch (const eval::Raised&) {
    // Only eager code may not write to a leaf. In compiled code, such a write is ignored here.
  }
}

void GradientObserver::leave(const ir::Node& node, std::span<const IValue> outputs) {
  while (!calls_.empty() && calls_.back().node != &node) {
    // Discard failed calls, unless this node has no call.
    if (std::ranges::none_of(calls_, [&](const Call& call) { return call.node == &node; })) return;
    calls_.pop_back();
  }
  if (calls_.empty()) return;
  calls_.back().gradient.mark(Stack(outputs.begin(), outputs.end()));
  calls_.pop_back();
}

// ---- events

// Gradients need the events, whether the next observer does or not.
interp::Events GradientObserver::runBegun(const ir::Graph& graph, std::string_view function) {
  if (next_) next_->runBegun(graph, function);
  return interp::Events::All;
}

void GradientObserver::runEnded() {
  if (next_) next_->runEnded();
}

void GradientObserver::framePushed(const ir::Graph& graph, std::string_view function,
                                   std::span<const IValue> arguments) {
  if (next_) next_->framePushed(graph, function, arguments);
}

void GradientObserver::framePopped(const ir::Graph& graph, std::span<const IValue> results) {
  if (next_) next_->framePopped(graph, results);
}

std::optional<std::vector<IValue>> GradientObserver::takeCall(const ir::Graph& graph,
                                                              std::string_view function,
                                                              std::span<const IValue> arguments) {
  return next_ ? next_->takeCall(graph, function, arguments) : std::nullopt;
}

void GradientObserver::nodeEntered(const ir::Node& node, std::span<const IValue> inputs) {
  enter(node, inputs);
  if (next_) next_->nodeEntered(node, inputs);
}

void GradientObserver::nodeLeft(const ir::Node& node, std::span<const IValue> outputs) {
  leave(node, outputs);
  if (next_) next_->nodeLeft(node, outputs);
}

void GradientObserver::blockTaken(const ir::Node& node, size_t block) {
  if (next_) next_->blockTaken(node, block);
}

void GradientObserver::iterationBegun(const ir::Node& node, int64_t index) {
  if (next_) next_->iterationBegun(node, index);
}

void GradientObserver::raised(const ir::Node& node, const interp::Exception& exception,
                              const interp::LiveFrames& frames) {
  if (next_) next_->raised(node, exception, frames);
}

}  // namespace ts::eager
