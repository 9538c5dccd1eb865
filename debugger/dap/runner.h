// The work of one engine: a script, or a call of a target.
#pragma once

#include <memory>
#include <string>

#include "debugger/compare/engine.h"
#include "debugger/dap/launch_config.h"
#include "debugger/stepping/stepper.h"

namespace ts::dap {

// Created, used and destroyed on one thread.
class Runner {
 public:
  virtual ~Runner() = default;
  // Loads what run() needs. Returns an error; empty on success.
  virtual std::string load() = 0;
  virtual eval::Vm& vm() = 0;
  virtual std::unique_ptr<stepping::Stepper> makeStepper(stepping::StepListener& listener,
                                                         bool justMyCode) = 0;
  // Returns the exit status. Throws Cancelled.
  virtual int run() = 0;
  // Where torch.jit.trace has warned while the engine was made.
  virtual std::vector<stepping::NotedPlace> tracerWarnings() const { return {}; }
  // A line about the result, for the console; empty: none.
  virtual std::string summary() const { return {}; }
};

std::unique_ptr<Runner> makeScriptRunner(const LaunchConfig& config);
std::unique_ptr<Runner> makeCallRunner(const debugger::Request& request, debugger::EngineKind kind);

}  // namespace ts::dap
