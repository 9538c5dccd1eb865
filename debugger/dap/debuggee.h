// The debugged program, on a thread of its own.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "debugger/dap/client.h"
#include "debugger/dap/launch_config.h"
#include "debugger/dap/output_pump.h"
#include "debugger/dap/sources.h"
#include "debugger/script.h"
#include "debugger/stepping/stepper.h"

namespace ts::dap {

// The only thread of the program, for the editor.
inline constexpr int kThreadId = 1;

// A scope or a value with parts that the editor may list. The references of a stop end with it.
struct Reference {
  enum class Kind : uint8_t { Locals, Globals, Value } kind = Kind::Value;
  eval::Frame* frame = nullptr;
  eval::Value value;       // of Kind::Value
  std::string expression;  // Python source of the value; empty: it has none
};

// A stopped program. Exists on the program's thread while it is stopped.
class StoppedProgram {
 public:
  StoppedProgram(eval::Vm& vm, stepping::Stepper& stepper, const stepping::Stop& stop, int& lastId)
      : vm(vm), stepper(stepper), stop(stop), lastId_(lastId) {}

  eval::Vm& vm;
  stepping::Stepper& stepper;
  const stepping::Stop& stop;

  // The frames, innermost first.
  const std::vector<eval::Frame*>& frames();
  int frameId(eval::Frame* frame);
  // Null for an id of another stop. Without an id: the innermost frame.
  eval::Frame* findFrame(std::optional<int64_t> id);
  int addReference(Reference reference);
  const Reference* findReference(int64_t id) const;
  // Ends the stop when the current request is answered.
  void resume(stepping::Resume how) { resume_ = how; }
  std::optional<stepping::Resume> resumed() const { return resume_; }

 private:
  int& lastId_;
  std::vector<eval::Frame*> frames_;
  std::unordered_map<int64_t, eval::Frame*> frameIds_;
  std::unordered_map<const eval::Frame*, int> idOfFrame_;
  std::unordered_map<int64_t, Reference> references_;
  std::optional<stepping::Resume> resume_;
};

// Work for the thread of a stopped program. Exactly one of the two functions is called.
struct StopJob {
  std::function<void(StoppedProgram&)> run;
  std::function<void()> refuse;  // on any thread: the program has continued
};

// Owned by the session. Public functions may be called on any thread but the program's.
class Debuggee final : private stepping::StepListener {
 public:
  Debuggee(Client& client, Sources& sources, LaunchConfig config);
  // Ends the program. A program that does not end, because native code blocks, is left running:
  // the process must then end without destructors.
  ~Debuggee();

  // Starts the thread and loads the program without running it. Returns an error. Sets the
  // environment, the folder and the profile of the process: only one program can be loaded.
  std::string load();
  void run(stepping::BreakpointSetPtr breakpoints);
  bool isRunning() const { return isRunning_; }
  void setBreakpoints(stepping::BreakpointSetPtr breakpoints);
  void pause();
  // Refuses the job at once when the program is not stopped.
  void post(StopJob job);
  // Asks the program to end. Returns true when its thread has ended.
  bool end(int milliseconds);
  const LaunchConfig& config() const { return config_; }

 private:
  void runThread();
  void runScript();
  void finish(int status);
  stepping::Resume stopped(const stepping::Stop& stop) override;
  void logged(const std::string& text, const eval::Frame& frame) override;
  void failed(const std::string& problem, const eval::Frame& frame) override;
  void output(const char* category, const std::string& text, const eval::Frame& frame);
  void sendStopped(StoppedProgram& program);

  Client& client_;
  Sources& sources_;
  const LaunchConfig config_;
  OutputPump pump_;
  std::unique_ptr<debugger::Script> script_;    // the program's thread makes and destroys it
  std::unique_ptr<stepping::Stepper> stepper_;  // likewise
  std::stop_source stop_;
  int lastId_ = 0;  // of frames and references

  std::mutex mutex_;
  std::condition_variable changed_;
  bool isLoaded_ = false, isStarted_ = false, isStopped_ = false, hasEnded_ = false;
  std::atomic<bool> isRunning_{false};
  std::string error_;
  stepping::BreakpointSetPtr breakpoints_ = std::make_shared<stepping::BreakpointSet>();
  std::vector<StopJob> jobs_;
  std::thread thread_;
};

// The line of the instruction that a frame runs, from 1.
uint32_t currentLine(const eval::Frame& frame);

}  // namespace ts::dap
