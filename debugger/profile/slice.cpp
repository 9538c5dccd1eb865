#include "debugger/profile/slice.h"

#include <algorithm>
#include <utility>

#include "core/jit/llvm.h"
#include "debugger/bench/timed_call.h"
#include "debugger/profile/code_clock.h"
#include "debugger/profile/eager_clock.h"
#include "debugger/profile/graph_clock.h"

namespace ts::debugger {

namespace {

constexpr size_t kMostSlices = 1'000'000;  // that are kept to find the median

}  // namespace

std::string_view nameOf(Phase phase) {
  switch (phase) {
    case Phase::Forward: return "forward";
    case Phase::Backward: return "backward";
    case Phase::Optimizer: return "optimizer";
  }
  return {};
}

NodePlace placeOf(const ir::Node& node) {
  NodePlace place{siteOf(node.range()), {}};
  for (const ir::CallStack* call = node.callStack().get(); call; call = call->caller.get()) {
    if (!place.site || place.site.isLibrary()) place.site = siteOf(call->callSite);
    if (call->function)
      place.calls.insert(place.calls.begin(), std::string(call->function->simpleName()));
  }
  if (place.site.isLibrary()) place.site = {};
  return place;
}

Profile profileEngine(EngineKind kind, const Request& request, size_t runs) {
  Profile profile{kind};
  profile.engine =
      std::make_unique<Engine>(makeEngine(kind, request, Evaluator::kUnlimitedFuel, {}, true));
  Engine& engine = *profile.engine;
  if (engine.failure) throw *engine.failure;
  eval::Vm& vm = engine.program->vm();
  interp::Interpreter& interpreter = engine.program->runtime().interpreter();
  TimedCalls timed(engine, request.inputs);
  const auto measure = [&](auto& clock) {
    std::vector<std::pair<double, std::vector<Slice>>> calls;
    for (size_t slices = 0; calls.size() < runs && slices < kMostSlices;) {
      const double seconds = timed.run(1, [&] { clock.restart(); })[0];
      calls.emplace_back(seconds, clock.take());
      slices += calls.back().second.size();
    }
    const auto median = calls.begin() + static_cast<ptrdiff_t>(calls.size() / 2);
    std::ranges::nth_element(calls, median, {}, [](const auto& call) { return call.first; });
    profile.seconds = median->first;
    profile.slices = std::move(median->second);
  };
  // The first call compiles.
  timed.run(2);
  switch (kind) {
    case EngineKind::Eager: {
      EagerClock clock(vm);
      measure(clock);
      break;
    }
    case EngineKind::Compiled: {
      CodeClock clock(interpreter);
      measure(clock);
      break;
    }
    default: {
      GraphClock clock(interpreter);
      timed.run(1);  // makes the bytecode with events
      measure(clock);
    }
  }
  double attributed = 0;
  for (const Slice& slice : profile.slices) attributed += slice.own;
  if (attributed < profile.seconds)
    profile.slices.push_back(
        {"numbers, jumps and calls", {}, {}, 0, 0, profile.seconds - attributed});
  return profile;
}

}  // namespace ts::debugger
