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
#include <unordered_map>
#include <vector>

#include "debugger/dap/peers.h"
#include "debugger/dap/runner.h"

namespace ts::dap {

// The answer to a request whose `frameId` belongs to another stop.
inline constexpr const char* kStaleFrame = "`frameId` is not the id of a frame of this stop";

// Engines of one program. The numbers of frames and variables tell the engine: see engineOf().
inline constexpr int64_t kMaxEngines = 8;

// A scope or a value with parts that the editor may list. The references of a stop end with it.
struct Reference {
  std::optional<stepping::VariableScope> scope;  // nothing: a value
  stepping::StackFrame* frame = nullptr;
  eval::Value value;       // unless it is a scope
  std::string expression;  // Python source of the value; empty: it has none
};

// A stopped engine. Exists on the engine's thread while it is stopped.
class StoppedProgram {
 public:
  StoppedProgram(eval::Vm& vm, stepping::Stepper& stepper, const stepping::Stop& stop,
                 int64_t engine, std::string engineName, std::atomic<int64_t>& lastId,
                 std::function<void()> resumes)
      : vm(vm),
        stepper(stepper),
        stop(stop),
        engine(engine),
        engineName(std::move(engineName)),
        resumes(std::move(resumes)),
        lastId_(lastId) {}

  eval::Vm& vm;
  stepping::Stepper& stepper;
  const stepping::Stop& stop;
  const int64_t engine;  // its number, from 0
  const std::string engineName;
  const std::function<void()> resumes;
  bool isInLockStep = false;
  std::string note;  // behind the name of the innermost frame; empty: none
  // The same frame in other engines, for each frame whose scopes were asked for.
  std::unordered_map<const stepping::StackFrame*, std::vector<Peer>> peers;

  // The frames, innermost first.
  const std::vector<std::unique_ptr<stepping::StackFrame>>& frames();
  int64_t frameId(const stepping::StackFrame& frame);
  // Null for an id of another stop. Without an id: the innermost frame.
  stepping::StackFrame* findFrame(std::optional<int64_t> id);
  int64_t addReference(Reference reference);
  const Reference* findReference(int64_t id) const;
  // Tells why the innermost frame cannot continue at a line of its file; empty: it can.
  std::string jumpProblem(uint32_t line) const;
  // Moves the innermost frame and ends the stop; the engine stops again at the line. Returns an
  // error.
  std::string jump(uint32_t line);
  // Ends the stop when the current request is answered. Requests that come after the answer find
  // the engine running.
  void resume(stepping::Resume how) {
    resume_ = how;
    resumes();
  }
  std::optional<stepping::Resume> resumed() const { return resume_; }

 private:
  int64_t nextId();

  std::atomic<int64_t>& lastId_;
  bool hasFrames_ = false;
  std::vector<std::unique_ptr<stepping::StackFrame>> frames_;
  std::unordered_map<int64_t, stepping::StackFrame*> frameIds_;
  std::unordered_map<const stepping::StackFrame*, int64_t> idOfFrame_;
  std::unordered_map<int64_t, Reference> references_;
  std::optional<stepping::Resume> resume_;
};

// The engine that a number of a frame or of variables belongs to.
inline int64_t engineOf(int64_t id) { return id % kMaxEngines; }
// The editor's number of an engine's thread.
inline int64_t threadIdOf(int64_t engine) { return engine + 1; }

// Work for the thread of a stopped engine. Exactly one of the two functions is called.
struct StopJob {
  std::function<void(StoppedProgram&)> run;
  std::function<void()> refuse;  // on any thread: the engine has continued
};

class EngineThread;

// Called on the engine's thread, which holds no lock.
class EngineListener {
 public:
  virtual ~EngineListener() = default;
  virtual void engineStopped(EngineThread& engine, StoppedProgram& program) = 0;
  // It continues because a request asked for it.
  virtual void engineResumed(EngineThread& engine) = 0;
  virtual void engineEnded(EngineThread& engine, int status, const std::string& summary) = 0;
  virtual void engineSaid(const char* category, const std::string& text,
                          const stepping::StackFrame& frame) = 0;
  // An engine of a target has printed. Scripts write to standard output.
  virtual void enginePrinted(EngineThread& engine, std::string_view text) = 0;
  // All output of the program so far goes to the editor.
  virtual void flushOutput() = 0;
};

// Owned by the debuggee. Public functions may be called on any thread but the engine's, unless they
// say otherwise.
class EngineThread final : private stepping::StepListener {
 public:
  using MakeRunner = std::function<std::unique_ptr<Runner>()>;
  struct Settings {
    std::string name;
    int64_t number = 0;  // from 0
    bool noDebug = false;
    bool justMyCode = true;
    bool countsVisits = false;
    bool stopsInGraphs = false;  // see Stepper::countVisits()
    bool isInLockStep = false;
    uint64_t pythonCall = 0;  // that Python runs in place of a graph; 0: none
    std::optional<stepping::StopReason> startReason;  // set: the engine stops at its first line
    std::vector<stepping::NotedPlace> places;
    std::vector<stepping::VisitRun> pastRuns;  // see Stepper::setPastRuns()
  };
  EngineThread(EngineListener& listener, Settings settings, std::atomic<int64_t>& lastId);
  // Ends the engine. An engine that does not end, because native code blocks, is left running: the
  // process must then end without destructors.
  ~EngineThread();

  // Starts the thread and loads without running. Returns an error.
  std::string load(const MakeRunner& make);
  // Before run(): the engine stops at its first line, as if it was paused there.
  void pauseAtStart() { settings_.startReason = stepping::StopReason::Pause; }
  // Call it after load().
  const std::vector<stepping::NotedPlace>& tracerWarnings() const { return tracerWarnings_; }
  void setPlaces(std::vector<stepping::NotedPlace> places);
  // Before run(): Python runs this call of a graph, and the engine stops at its first line.
  void setPythonCall(uint64_t call) { settings_.pythonCall = call; }
  // Before run(): the graphs of an earlier run of the engine.
  void setPastRuns(std::vector<stepping::VisitRun> runs) { settings_.pastRuns = std::move(runs); }
  // Where a run or a continued run stops, besides breakpoints.
  struct Goal {
    size_t visit = SIZE_MAX;  // SIZE_MAX: nowhere
    bool passesBreakpoints = false;
    stepping::NodePlace node = {};  // in place of a visit
  };
  void run(stepping::BreakpointSetPtr breakpoints, Goal goal);
  // Continues a stopped engine up to a position. May be called on other engines' threads.
  void continueTo(Goal goal);
  void setBreakpoints(stepping::BreakpointSetPtr breakpoints);
  void pause();
  // Refuses the job at once when the engine is not stopped.
  void post(StopJob job);
  // Asks the engine to end. Returns true when its thread has ended.
  bool end(int milliseconds);

  const Settings& settings() const { return settings_; }
  bool isRunning() const { return isRunning_; }  // also while it is stopped
  // The number of the visit at which the engine has stopped, and all visits up to it.
  size_t position() const { return std::max<size_t>(stepper_->visits().count(), 1) - 1; }
  std::span<const stepping::Visit> visits() const { return stepper_->visits().kept(); }
  size_t stopDepth() const { return stepper_->stopDepth(); }
  stepping::NodePlace nodePlace() const { return stepper_->nodePlace(); }
  const std::vector<stepping::VisitRun>& runs() const { return stepper_->visits().runs(); }
  bool hasJumped() const { return stepper_->hasJumped(); }  // while it is stopped
  bool isStopped();

 private:
  void runThread(const MakeRunner& make);
  void runProgram();
  stepping::Resume stopped(const stepping::Stop& stop) override;
  void logged(const std::string& text, const stepping::StackFrame& frame) override;
  void failed(const std::string& problem, const stepping::StackFrame& frame) override;

  EngineListener& listener_;
  Settings settings_;
  std::atomic<int64_t>& lastId_;
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
  Goal goal_;
  std::optional<Goal> continuation_;  // of continueTo()
  std::vector<StopJob> jobs_;
  std::thread thread_;
};

}  // namespace ts::dap
