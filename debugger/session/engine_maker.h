// Makes the engines of a program.
#pragma once

#include <atomic>
#include <memory>
#include <stop_token>
#include <string>

#include "core/eager/host_journal.h"
#include "debugger/session/engine_thread.h"
#include "debugger/session/program_config.h"

namespace ts::session {

// Owned by the debuggee. All engines of a program come from one maker, also those that run it
// again.
class EngineMaker {
 public:
  EngineMaker(EngineListener& listener, EngineOutput& output, ProgramConfig config);

  // Prepares the process and finds the arguments of the target's class. Sets the environment, the
  // folder and the profile of the process: only one program can be prepared. Returns an error.
  // note: a line for the user; empty: none.
  std::string prepare(std::string& note);
  // An engine that has not loaded yet.
  std::unique_ptr<EngineThread> make(size_t number, bool isInLockStep);
  // Loads an engine of this maker. Returns an error.
  std::string load(EngineThread& engine) const;
  std::unique_ptr<Runner> makeRunner(size_t number) const;
  // Tells why engines cannot run again as they ran before; empty: they can.
  std::string rerunProblem() const;
  // Ends work that engines have begun, such as loading.
  void stop() { stop_.request_stop(); }

  const ProgramConfig& config() const { return config_; }
  std::string nameOf(size_t number) const;

 private:
  std::string findInit(std::string& note);

  EngineListener& listener_;
  EngineOutput& output_;
  ProgramConfig config_;
  std::stop_source stop_;
  std::atomic<int64_t> lastHandle_{0};           // see StopHandles
  std::unique_ptr<eager::HostJournal> journal_;  // of a program that is recorded; else null
};

}  // namespace ts::session
