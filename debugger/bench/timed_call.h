// Calls of an engine that are measured.
#pragma once

#include <string>
#include <vector>

#include "debugger/compare/engine.h"

namespace ts::debugger {

// Calls the engine with fresh arguments, as many times as given, as in torch.no_grad(). Returns the
// seconds of each call without those of its arguments. `starts` is called before each call, when
// the arguments are made. Throws Failure when a call raises. The code's output is dropped.
std::vector<double> timeCalls(Engine& engine, const std::string& inputs, size_t calls,
                              const std::function<void()>& starts = {});

// The engines of the command line, or eager, script and compiled. Returns an error; empty on
// success.
std::string readMeasuredEngines(const std::vector<std::string>& names,
                                std::vector<EngineKind>& kinds);

}  // namespace ts::debugger
