// Calls of an engine that are measured.
#pragma once

#include <string>
#include <vector>

#include "debugger/command_line/settings.h"
#include "debugger/compare/engine.h"

namespace ts::debugger {

// Calls the engine with fresh arguments, as many times as given, as in torch.no_grad(). Returns the
// seconds of each call without those of its arguments. `starts` is called before each call, when
// the arguments are made. Throws Failure when a call raises. The code's output is dropped.
std::vector<double> timeCalls(Engine& engine, const std::string& inputs, size_t calls,
                              const std::function<void()>& starts = {});

struct MeasuredCall {
  Request request;
  std::vector<EngineKind> engines;
};
// Returns an error; empty on success.
std::string readMeasuredCall(const MeasureSettings& settings, MeasuredCall& call);

}  // namespace ts::debugger
