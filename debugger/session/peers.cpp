#include "debugger/session/peers.h"

#include <algorithm>

#include "core/eval_torch/torch_objects.h"
#include "debugger/compare/value.h"
#include "debugger/session/stopped_program.h"

namespace ts::session {

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
      for (const stepping::Variable& variable : frame.variables(stepping::VariableScope::Locals))
        if (isComparable(program.vm, variable.value))
          peer.locals[variable.name] =
              debugger::frozen(debugger::valueOf(program.vm, variable.value));
    });
  }
  return peer;
}

std::vector<PeerValue> differencesOf(eval::Vm& vm, const std::vector<Peer>& peers,
                                     const stepping::Variable& variable) {
  std::vector<PeerValue> differing;
  if (peers.empty() || !isComparable(vm, variable.value)) return differing;
  const tensor::IValue own = debugger::frozen(debugger::valueOf(vm, variable.value));
  for (const Peer& peer : peers) {
    const auto other = peer.locals.find(variable.name);
    if (other == peer.locals.end()) continue;
    const auto difference = debugger::differ(own, other->second);
    if (!difference) continue;
    const bool isDetailed = other->second.isTensor() && difference->isNumeric;
    differing.push_back(
        {peer.engine, isDetailed ? difference->detail : debugger::brief(other->second)});
  }
  return differing;
}

void askPeers(const PostJob& post, std::vector<PeerEngine> engines, const FramePlace& place,
              std::vector<Peer> peers, std::function<void(std::vector<Peer>)> use) {
  if (engines.empty()) return use(std::move(peers));
  const PeerEngine engine = engines.front();
  engines.erase(engines.begin());
  StopJob job;
  job.run = [=](StoppedProgram& program) {
    std::vector<Peer> more = peers;
    more.push_back(peerOf(program, engine.name, place));
    askPeers(post, engines, place, std::move(more), use);
  };
  job.refuse = [=] { askPeers(post, engines, place, peers, use); };
  post(engine.number, std::move(job));
}

}  // namespace ts::session
