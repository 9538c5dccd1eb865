// The debugged program: its engines, and how they move together.
//
// In lock-step a request moves one engine, the leader. When it has stopped, the other engines run
// up to the partner of its position, and then the editor hears of the stop. An engine also stops at
// breakpoints on its way, where the leader took another way.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "debugger/dap/client.h"
#include "debugger/dap/engine_thread.h"
#include "debugger/dap/forecast.h"
#include "debugger/dap/output_pump.h"
#include "debugger/dap/sources.h"

namespace ts::dap {

// Owned by the session. Public functions may be called on any thread but the engines'.
class Debuggee final : private EngineListener {
 public:
  Debuggee(Client& client, Sources& sources, LaunchConfig config);
  // Ends the program; see EngineThread::~EngineThread().
  ~Debuggee();

  // Prepares the program without running it. Returns an error. Sets the environment, the folder
  // and the profile of the process: only one program can be loaded.
  std::string load();
  void run(stepping::BreakpointSetPtr breakpoints);
  void setBreakpoints(stepping::BreakpointSetPtr breakpoints);
  // The functions below return an error; empty on success.
  std::string pause(int64_t threadId);
  // Moves an engine back: to its previous line that is not inside of a call, or to the last
  // breakpoint before. Engines run again from the start, so what was changed by hand is undone.
  // toNode: to the node before, if the engine is at a node of a graph.
  std::string stepBack(int64_t threadId, bool toNode);
  // Moves an engine back to the first line of a frame. inPython: the frame is one of a scripted
  // function, and Python runs its call again in place of the graph; engines leave the lock-step.
  // frameId: nothing stands for the innermost frame of the engine that the editor last heard of.
  std::string restartFrame(std::optional<int64_t> frameId, bool inPython);
  std::string reverseContinue(int64_t threadId, const stepping::BreakpointSetPtr& breakpoints);
  // Refuses the job at once when the engine is not stopped. engine: -1 stands for the engine that
  // the editor last heard of.
  void post(int64_t engine, StopJob job);
  // Collects a frame's variables in the engines that have stopped at the same place in lock-step,
  // and calls `use` with them, on any thread.
  void collectPeers(int64_t engine, const FramePlace& place,
                    std::function<void(std::vector<Peer>)> use);
  // Lets the program run without an editor: it passes everything that would stop it.
  void detach();
  void attach();
  // Waits until the program has ended. Returns its exit status.
  int awaitEnd();
  // True when a request has asked the program to end.
  bool isEnding();
  // Asks the program to end. Returns true when its threads have ended.
  bool end(int milliseconds);

  const LaunchConfig& config() const { return config_; }
  bool isRunning();
  struct Thread {
    int64_t id;
    std::string name;
  };
  std::vector<Thread> threads();
  size_t engineCount() const { return config_.engines.size(); }

 private:
  void engineStopped(EngineThread& engine, StoppedProgram& program) override;
  void engineResumed(EngineThread& engine) override;
  void engineEnded(EngineThread& engine, int status, const std::string& summary) override;
  void engineSaid(const char* category, const std::string& text,
                  const stepping::StackFrame& frame) override;
  void enginePrinted(EngineThread& engine, std::string_view text) override;
  void flushOutput() override;

  bool isTarget() const { return config_.target.has_value(); }
  bool isLockStep() const { return config_.lockStep && config_.engines.size() > 1; }
  std::string loadTarget();
  void startTarget(stepping::BreakpointSetPtr breakpoints);
  std::unique_ptr<EngineThread> makeEngine(size_t number, bool isAgain);
  std::unique_ptr<Runner> makeRunner(size_t number) const;
  void say(const char* category, const std::string& text);
  void finish(int status);

  // pythonCall: the number of a call that Python runs; 0: none.
  std::string goBack(std::unique_lock<std::mutex> lock, size_t engine, EngineThread::Goal goal,
                     uint64_t pythonCall = 0);

  // ---- with mutex_ held
  // Prints the results of ended engines; in lock-step, in the order of the engines.
  void saySummaries();
  void moveFollowers(size_t position);
  stepping::VisitPairs::Partner partnerOf(size_t engine, size_t position);
  void announce();
  void askPeers(std::vector<size_t> engines, const FramePlace& place, std::vector<Peer> found,
                std::function<void(std::vector<Peer>)> use);
  void sendStopped(const StoppedProgram& program, bool isFocus);
  std::string pythonProblem(StoppedProgram& program, const stepping::StackFrame& frame) const;
  EngineThread* stoppedEngine(int64_t threadId, std::string& problem);

  Client& client_;
  Sources& sources_;
  LaunchConfig config_;
  std::optional<OutputPump> pump_;
  std::stop_source stop_;
  std::stop_source forecastEnd_;    // a pause ends the forecast
  std::atomic<int64_t> lastId_{0};  // of frames and variables

  std::unique_ptr<eager::HostJournal> journal_;  // of a program that is recorded; else null

  std::mutex mutex_;
  std::condition_variable ended_;
  std::vector<std::unique_ptr<EngineThread>> engines_;
  std::vector<StoppedProgram*> stops_;  // of the engines that are stopped; else null
  std::vector<bool> hasEnded_;
  std::vector<std::string> summaries_;  // of ended engines, until they are printed
  std::vector<bool> isPaired_;          // in lock-step: it has stopped at the leader's place
  Forecast forecast_;
  std::map<std::pair<size_t, size_t>, stepping::VisitPairs> pairs_;  // from leader to follower
  stepping::BreakpointSetPtr breakpoints_ = std::make_shared<stepping::BreakpointSet>();
  size_t leader_ = 0;
  size_t pending_ = 0;  // followers on their way
  int status_ = 0;
  bool isStarted_ = false, isFinished_ = false, isEnding_ = false, isDetached_ = false;
  bool hasReported_ = false;  // the editor has heard of the end
  bool isGoingBack_ = false, isPausing_ = false;
  std::thread starter_;  // loads a target and runs its forecast
};

}  // namespace ts::dap
