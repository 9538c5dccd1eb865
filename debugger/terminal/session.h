// A debugging session in a terminal: the program, the place where it is stopped, and the settings
// that commands change.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "debugger/session/debuggee.h"
#include "debugger/terminal/breakpoint_list.h"
#include "debugger/terminal/console.h"

namespace ts::terminal {

// Where an engine is.
struct EnginePlace {
  SourceFilePtr source;  // may be null
  std::string path;      // as users read it
  uint32_t line = 0;
  std::string function;
  std::string note;  // why the engine is not where the leader is; empty: it is there
  bool isSamePlace(const EnginePlace& other) const {
    return path == other.path && line == other.line && note == other.note;
  }
};

// Belongs to one thread.
class Session {
 public:
  explicit Session(session::ProgramConfig config);

  // Starts the program and stops it at its first line. Returns an error.
  std::string start();
  // Reads commands until the end of the input or `quit`. Returns the exit status.
  int serve();

  // ---- for commands
  Console console;
  BreakpointList breakpoints;
  struct Display {
    std::string expression, function, last;
  };
  std::vector<Display> displays;
  uint32_t listed = 0;  // the last line that `list` has shown; 0: none at this place

  const session::ProgramConfig& config() const { return config_; }
  session::Debuggee& debuggee() { return *debuggee_; }
  size_t engineCount() const { return config_.engines.size(); }
  std::string engineName(size_t engine) const;
  bool isStopped() const { return isStopped_; }
  size_t engine() const { return engine_; }
  // Chooses the engine and its innermost frame.
  void choose(size_t engine);
  // The number of the chosen frame, from the innermost one, which is 0.
  size_t frame() const { return frame_; }
  void chooseFrame(size_t frame) { frame_ = frame, listed = 0; }
  void quit() { isOver_ = true; }
  // Ends the program and starts it again.
  void restart(std::vector<std::string> arguments);

  // Runs the work on the thread of a stopped engine and waits for it. Returns false when the engine
  // is not stopped. The work must not throw.
  bool ask(size_t engine, const std::function<void(session::StoppedProgram&)>& work);
  // As ask(), with the chosen frame of the chosen engine.
  bool inFrame(const std::function<void(session::StoppedProgram& program,
                                        stepping::StackFrame& frame)>& work);
  // The frames of the user's code, innermost first; all frames when there is none.
  static std::vector<stepping::StackFrame*> shownFrames(session::StoppedProgram& program);
  // Of the innermost shown frame. Has no source when the engine is not stopped.
  EnginePlace placeOf(size_t engine);
  EnginePlace chosenPlace();
  // "> file(line)function()" and the source line. `label` comes first unless it is empty.
  std::string placeText(const EnginePlace& place, const std::string& label = {}) const;
  void showPlace();

  // Continues the chosen engine, waits for the next stop and reports it.
  void resume(stepping::Resume how);
  // As resume(), without a report. Returns false when the program has ended.
  bool resumeQuietly(stepping::Resume how);
  // Waits for the stop that a request of the debuggee leads to, and reports it.
  void waitAndReport();
  void report();
  // Why the chosen engine has stopped; nothing when it is not stopped.
  std::optional<stepping::StopReason> stopReason();
  // The program gets the changed breakpoints.
  void updateBreakpoints() { debuggee_->setBreakpoints(breakpoints.snapshot()); }
  // A path below the current folder is shown relative to it.
  std::string shownPath(const std::string& path) const;
  std::string absolutePath(const std::string& path) const;

 private:
  void run(const std::string& line);
  bool wait();
  void interrupted(bool& isPausing);
  std::string reasonText(size_t engine);
  void showDisplays();
  [[noreturn]] void leave(int status);

  session::ProgramConfig config_;
  std::unique_ptr<session::Debuggee> debuggee_;
  bool isStopped_ = false, isOver_ = false;
  bool hasStopped_ = false;  // at least once
  size_t engine_ = 0, frame_ = 0;
  int status_ = 0;
  std::map<size_t, size_t> told_;    // the position of an engine's last stop with a reason
  std::deque<std::string> pending_;  // commands that run before the next line is read
  std::string last_;                 // the last line, which an empty line repeats
};

EnginePlace placeIn(const Session& session, const stepping::StackFrame& frame, std::string note);

}  // namespace ts::terminal
