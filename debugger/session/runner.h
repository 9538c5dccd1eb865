// The work of one engine: a script, or a call of a target.
#pragma once

#include <memory>
#include <string>

#include "core/eager/host_journal.h"
#include "debugger/compare/engine.h"
#include "debugger/session/program_config.h"
#include "debugger/stepping/stepper.h"

namespace ts::session {

// Created, used and destroyed on one thread.
class Runner {
 public:
  virtual ~Runner() = default;
  // Loads what run() needs. Returns an error; empty on success.
  virtual std::string load() = 0;
  virtual eval::Vm& vm() = 0;
  // A stepper observes the run.
  virtual void beStepped() {}
  // Returns the exit status. Throws Cancelled.
  virtual int run() = 0;
  // Where torch.jit.trace has warned while the engine was made.
  virtual std::vector<stepping::NotedPlace> tracerWarnings() const { return {}; }
  // A line about the result, for the console; empty: none.
  virtual std::string summary() const { return {}; }
};

// journal: of all runs of the script; null: none. The run takes its calls of the host from there,
// as far as they were made before.
std::unique_ptr<Runner> makeScriptRunner(const ProgramConfig& config, eager::HostJournal* journal);
std::unique_ptr<Runner> makeCallRunner(const debugger::Request& request, debugger::EngineKind kind);

}  // namespace ts::session
