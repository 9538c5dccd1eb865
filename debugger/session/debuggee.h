// The debugged program: what front ends ask it, and what they hear of it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "debugger/session/engine_group.h"
#include "debugger/session/engine_maker.h"
#include "debugger/session/going_back.h"
#include "debugger/session/lifetime.h"
#include "debugger/session/peers.h"
#include "debugger/session/program_config.h"
#include "debugger/session/program_listener.h"
#include "debugger/session/program_output.h"

namespace ts::session {

// Owned by the front end. Public functions may be called on any thread but the engines'.
class Debuggee final : private EngineListener {
 public:
  Debuggee(ProgramListener& listener, ProgramConfig config);
  // Ends the program; see EngineThread::~EngineThread().
  ~Debuggee();

  // Prepares the program without running it. Returns an error. Sets the environment, the folder
  // and the profile of the process: only one program can be loaded.
  std::string load();
  void run(stepping::BreakpointSetPtr breakpoints);
  void setBreakpoints(stepping::BreakpointSetPtr breakpoints);
  void pause(size_t engine);
  GoingBack& back() { return back_; }
  // Finds the call of a frame by its number (see StopHandles); without one, of the innermost frame
  // of the engine that the listener last heard of. Nothing: the number belongs to another stop.
  std::optional<CallStart> callOf(std::optional<int64_t> frame);
  // Refuses the job at once when the engine is not stopped. Without an engine: the one that the
  // listener last heard of.
  void post(std::optional<size_t> engine, StopJob job);
  // Collects a frame's variables in the engines that have stopped at the same place in lock-step,
  // and calls `use` with them, on any thread.
  void collectPeers(size_t engine, const FramePlace& place,
                    std::function<void(std::vector<Peer>)> use);
  // Lets the program run without a front end: it passes everything that would stop it.
  void detach();
  void attach();
  // Waits until the program has ended. Returns its exit status.
  int awaitEnd() { return lifetime_.awaitReport(); }
  // True when a request has asked the program to end.
  bool isEnding() { return lifetime_.isEnding(); }
  // Asks the program to end. Returns true when its threads have ended.
  bool end(int milliseconds);

  const ProgramConfig& config() const { return maker_.config(); }
  bool isRunning() { return lifetime_.isRunning(); }
  // The engines of a running program that have not ended.
  std::vector<size_t> runningEngines();
  size_t engineCount() const { return config().engines.size(); }

 private:
  void engineStopped(EngineThread& engine, StoppedProgram& program) override;
  void engineResumed(EngineThread& engine) override;
  void engineEnded(EngineThread& engine, int status, const std::string& summary) override;

  // Loads the engines of a target and starts them.
  void startTarget(bool stopsAtDivergence, bool isInLockStep);
  // Loads an engine. Returns false when the engine cannot run.
  bool loadEngine(EngineThread& engine, std::vector<stepping::NotedPlace>& places);
  void finish(int status);

  // ---- with the group's mutex held
  // Prints the results of ended engines; in lock-step, in the order of the engines.
  void saySummaries();
  // All engines have stopped or ended.
  void announce();
  void sendStopped(size_t engine, bool isFocus);

  ProgramListener& listener_;
  ProgramOutput output_;
  EngineMaker maker_;
  Lifetime lifetime_;
  EngineGroup group_;
  GoingBack back_;
  std::stop_source forecastEnd_;  // a pause ends the forecast
  // Guarded by the group's mutex.
  bool isDetached_ = false;
  bool isPausing_ = false;  // since before the engines were loaded
  std::thread starter_;     // loads a target and runs its forecast
};

}  // namespace ts::session
