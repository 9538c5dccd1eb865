#include "debugger/dap/peers.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/eval_torch/torch_objects.h"
#include "debugger/compare/value.h"
#include "debugger/dap/engine_thread.h"

namespace ts::dap {

namespace {

constexpr int64_t kMostElements = 1'000'000;  // of a tensor that is compared

// Modules and other objects are compared by their own variables.
bool isComparable(eval::Vm& vm, const eval::Value& value) {
  if (const auto* tensor = value.as<eval::Tensor>())
    return !tensor->data.isMeta() && tensor->data.numel() <= kMostElements;
  return !value.isUnbound() && (!value.isObject() || vm.classOf(value)->isNative);
}

}  // namespace

FramePlace placeOf(StoppedProgram& program, const stepping::StackFrame& frame) {
  FramePlace place{frame.name(), frame.line(), 0};
  bool isOuter = false;
  for (const auto& other : program.frames()) {
    if (isOuter && other->name() == place.name && other->line() == place.line) ++place.number;
    isOuter |= other.get() == &frame;
  }
  return place;
}

Peer peerOf(StoppedProgram& program, std::string engine, const FramePlace& place) {
  Peer peer{std::move(engine), {}};
  size_t number = 0;
  const auto& frames = program.frames();
  for (auto at = frames.rbegin(); at != frames.rend(); ++at) {
    const stepping::StackFrame& frame = **at;
    if (frame.name() != place.name || frame.line() != place.line || number++ != place.number)
      continue;
    program.stepper.evaluator().guarded(stepping::FrameEvaluator::kFuel, [&] {
      for (const stepping::Variable& one : frame.variables(stepping::VariableScope::Locals))
        if (isComparable(program.vm, one.value))
          peer.locals[one.name] = debugger::frozen(debugger::valueOf(program.vm, one.value));
    });
  }
  return peer;
}

std::string differenceText(eval::Vm& vm, const std::vector<Peer>& peers,
                           const stepping::Variable& variable) {
  std::string text;
  if (peers.empty() || !isComparable(vm, variable.value)) return text;
  const tensor::IValue own = debugger::frozen(debugger::valueOf(vm, variable.value));
  for (const Peer& peer : peers) {
    const auto found = peer.locals.find(variable.name);
    if (found == peer.locals.end()) continue;
    const auto difference = debugger::differ(own, found->second);
    if (!difference) continue;
    const bool isDetailed = found->second.isTensor() && difference->isNumeric;
    text += fmt::format(" ≠ {}: {}", peer.engine,
                        isDetailed ? difference->detail : debugger::brief(found->second));
  }
  return text;
}

}  // namespace ts::dap
