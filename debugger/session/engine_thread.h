// One engine of the debugged program, on a thread of its own.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "debugger/session/program_listener.h"
#include "debugger/session/runner.h"
#include "debugger/session/stopped_program.h"

namespace ts::session {

class EngineThread;

// Called on the engine's thread, which holds no lock.
class EngineListener {
 public:
  virtual ~EngineListener() = default;
  virtual void engineStopped(EngineThread& engine, StoppedProgram& program) = 0;
  // It continues because a request asked for it.
  virtual void engineResumed(EngineThread& engine) = 0;
  virtual void engineEnded(EngineThread& engine, int status, const std::string& summary) = 0;
};

// Where the engine's own texts go. Called on the engine's thread, which holds no lock.
class EngineOutput {
 public:
  virtual ~EngineOutput() = default;
  virtual void said(OutputKind kind, const std::string& text,
                    const stepping::StackFrame& frame) = 0;
  // An engine of a target has printed. Scripts write to standard output.
  virtual void printed(const EngineThread& engine, std::string_view text) = 0;
  // All output of the program so far goes to the listener.
  virtual void flush() = 0;
};

struct EngineSettings {
  std::string name;
  size_t number = 0;
  bool noDebug = false;
  bool justMyCode = true;
  bool countsVisits = false;
  bool stopsInGraphs = false;  // see Stepper::countVisits()
  bool isInLockStep = false;
  uint64_t pythonCall = 0;                          // that Python runs in place of a graph; 0: none
  std::optional<stepping::StopReason> startReason;  // set: the engine stops at its first line
  std::vector<stepping::NotedPlace> places;
  std::vector<stepping::VisitRun> pastRuns;  // see Stepper::setPastRuns()
};

// Where a run or a continued run stops, besides breakpoints.
struct RunGoal {
  size_t visit = SIZE_MAX;  // SIZE_MAX: nowhere
  bool passesBreakpoints = false;
  stepping::NodePlace node = {};  // in place of a visit
};

// Owned by the debuggee. Public functions may be called on any thread but the engine's, unless they
// say otherwise.
class EngineThread final : private stepping::StepListener {
 public:
  using MakeRunner = std::function<std::unique_ptr<Runner>()>;
  EngineThread(EngineListener& listener, EngineOutput& output, EngineSettings settings,
               std::atomic<int64_t>& lastHandle);
  // Ends the engine. An engine that does not end, because native code blocks, is left running: the
  // process must then end without destructors.
  ~EngineThread();

  // Starts the thread and loads without running. Returns an error.
  std::string load(const MakeRunner& make);
  // Before run(): the engine stops at its first line.
  void stopAtStart(stepping::StopReason reason) { settings_.startReason = reason; }
  // Call it after load().
  const std::vector<stepping::NotedPlace>& tracerWarnings() const { return tracerWarnings_; }
  void setPlaces(std::vector<stepping::NotedPlace> places);
  // Before run(): Python runs this call of a graph, and the engine stops at its first line.
  void setPythonCall(uint64_t call) { settings_.pythonCall = call; }
  // Before run(): the graphs of an earlier run of the engine.
  void setPastRuns(std::vector<stepping::VisitRun> runs) { settings_.pastRuns = std::move(runs); }
  void run(stepping::BreakpointSetPtr breakpoints, RunGoal goal);
  // Continues a stopped engine up to a position. May be called on other engines' threads.
  void continueTo(RunGoal goal);
  void setBreakpoints(stepping::BreakpointSetPtr breakpoints);
  void pause();
  // Drops the pauses and steps that were asked for; a stopped engine continues.
  void withdrawRequests();
  // True when a stopped engine was told to continue. May be called on the engine's thread.
  bool isContinuing();
  // Refuses the job at once when the engine is not stopped.
  void post(StopJob job);
  // Asks the engine to end. Returns true when its thread has ended.
  bool end(int milliseconds);

  const EngineSettings& settings() const { return settings_; }
  bool isRunning() const { return isRunning_; }  // also while it is stopped
  // The number of the visit at which the engine has stopped, and all visits up to it.
  size_t position() const {
    return std::max<size_t>(stepper_->positions().visits().count(), 1) - 1;
  }
  std::span<const stepping::Visit> visits() const { return stepper_->positions().visits().kept(); }
  size_t stopDepth() const { return stepper_->stopDepth(); }
  stepping::NodePlace nodePlace() const { return stepper_->nodePlace(); }
  const std::vector<stepping::VisitRun>& runs() const {
    return stepper_->positions().visits().runs();
  }
  bool hasJumped() const { return stepper_->hasJumped(); }  // while it is stopped

 private:
  void runThread(const MakeRunner& make);
  void runProgram();
  stepping::Resume stopped(const stepping::Stop& stop) override;
  void logged(const std::string& text, const stepping::StackFrame& frame) override;
  void failed(const std::string& problem, const stepping::StackFrame& frame) override;

  EngineListener& listener_;
  EngineOutput& output_;
  EngineSettings settings_;
  std::atomic<int64_t>& lastHandle_;
  std::unique_ptr<Runner> runner_;              // the engine's thread makes and destroys it
  std::unique_ptr<stepping::Stepper> stepper_;  // likewise
  std::stop_source stop_;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool isLoaded_ = false, isStarted_ = false, isStopped_ = false, hasEnded_ = false;
  std::atomic<bool> isRunning_{false};
  std::string error_;
  std::vector<stepping::NotedPlace> tracerWarnings_;  // written before isLoaded_
  stepping::BreakpointSetPtr breakpoints_ = std::make_shared<stepping::BreakpointSet>();
  RunGoal goal_;
  std::optional<RunGoal> continuation_;  // of continueTo()
  uint64_t stretch_ = 0;      // counts stops and withdrawals; a pause belongs to its stretch
  bool isWithdrawn_ = false;  // the next stop for a pause or a step belongs to withdrawn requests
  std::vector<StopJob> jobs_;
  std::thread thread_;
};

}  // namespace ts::session
