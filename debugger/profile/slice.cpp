#include "debugger/profile/slice.h"

#include "core/jit/llvm.h"
#include "debugger/bench/timed_call.h"
#include "debugger/profile/code_clock.h"
#include "debugger/profile/eager_clock.h"
#include "debugger/profile/graph_clock.h"

namespace ts::debugger {

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

Profile profileEngine(EngineKind kind, const Request& request) {
  Profile profile{kind};
  profile.engine =
      std::make_unique<Engine>(makeEngine(kind, request, Evaluator::kUnlimitedFuel, {}, true));
  Engine& engine = *profile.engine;
  if (engine.failure) throw *engine.failure;
  eval::Vm& vm = engine.program->vm();
  interp::Interpreter& interpreter = engine.program->runtime().interpreter();
  const auto measure = [&](auto& clock) {
    profile.seconds = timeCalls(engine, request.inputs, 1, [&] { clock.restart(); })[0];
    profile.slices = clock.take();
  };
  // The first call compiles.
  timeCalls(engine, request.inputs, 2);
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
      timeCalls(engine, request.inputs, 1);  // makes the bytecode with events
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
