// Calls of an engine that are measured.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "debugger/command_line/settings.h"
#include "debugger/compare/engine.h"

namespace ts::debugger {

// Measures calls of one engine. Inputs are evaluated once; each call gets a copy of them.
class TimedCalls {
 public:
  // The engine outlives this object.
  TimedCalls(Engine& engine, std::string inputs) : engine_(engine), inputs_(std::move(inputs)) {}

  // Calls the engine as many times as given, as in torch.no_grad() unless the engine takes
  // gradients, which are a part of the call. Returns the seconds of each
  // call without those of its arguments. `starts` is called before each call, when the arguments
  // are made. Throws Failure when a call raises. The code's output is dropped.
  std::vector<double> run(size_t calls, const std::function<void()>& starts = {});

 private:
  Arguments freshArguments();

  Engine& engine_;
  std::string inputs_;
  std::optional<Arguments> original_;
  bool isCopied_ = true;  // false: copy.deepcopy() refuses the inputs, which are evaluated anew
};

struct MeasuredCall {
  Request request;
  std::vector<EngineKind> engines;
};
// Returns an error; empty on success.
std::string readMeasuredCall(const MeasureSettings& settings, MeasuredCall& call);

}  // namespace ts::debugger
