// A stopped engine, and work for its thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "debugger/session/peers.h"
#include "debugger/session/stop_handles.h"
#include "debugger/stepping/stepper.h"

namespace ts::session {

// Exists on the engine's thread while the engine is stopped.
class StoppedProgram {
 public:
  StoppedProgram(eval::Vm& vm, stepping::Stepper& stepper, const stepping::Stop& stop,
                 size_t engine, std::string engineName, std::atomic<int64_t>& lastHandle,
                 std::function<void()> resumes)
      : vm(vm),
        stepper(stepper),
        stop(stop),
        engine(engine),
        engineName(std::move(engineName)),
        handles(engine, lastHandle),
        resumes_(std::move(resumes)) {}

  eval::Vm& vm;
  stepping::Stepper& stepper;
  const stepping::Stop& stop;
  const size_t engine;  // its number, from 0
  const std::string engineName;
  StopHandles handles;
  bool isInLockStep = false;
  std::string note;  // behind the name of the innermost frame; empty: none
  // The same frame in other engines, for each frame whose scopes were asked for.
  std::unordered_map<const stepping::StackFrame*, std::vector<Peer>> peers;

  // The frames, innermost first.
  const std::vector<std::unique_ptr<stepping::StackFrame>>& frames();
  // Null for a number of another stop. Without a number: the innermost frame.
  stepping::StackFrame* findFrame(std::optional<int64_t> handle);
  // Tells why the innermost frame cannot continue at a line of its file; empty: it can.
  std::string jumpProblem(uint32_t line) const;
  // Moves the innermost frame and ends the stop; the engine stops again at the line. Returns an
  // error.
  std::string jump(uint32_t line);
  // Ends the stop when the current job has run. Jobs that are posted later find the engine running.
  void resume(stepping::Resume how);
  std::optional<stepping::Resume> resumed() const { return resume_; }

 private:
  const std::function<void()> resumes_;
  bool hasFrames_ = false;
  std::vector<std::unique_ptr<stepping::StackFrame>> frames_;
  std::optional<stepping::Resume> resume_;
};

// Work for the thread of a stopped engine. Exactly one of the two functions is called.
struct StopJob {
  std::function<void(StoppedProgram&)> run;
  std::function<void()> refuse;  // on any thread: the engine has continued
};

}  // namespace ts::session
