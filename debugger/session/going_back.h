// Moves stopped engines back.
//
// An engine runs again from the start up to the wanted position, so changes by hand are undone.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "debugger/session/engine_group.h"
#include "debugger/session/engine_maker.h"
#include "debugger/session/lifetime.h"
#include "debugger/session/program_output.h"

namespace ts::session {

// The start of a call in an engine.
struct CallStart {
  size_t engine = 0;
  stepping::StackFrame::Start start;
  std::string pythonProblem;  // why Python cannot run the call; empty: it can
};

// Owned by the debuggee. Functions may be called on any thread but the engines', and return an
// error; empty on success.
class GoingBack {
 public:
  GoingBack(EngineGroup& group, EngineMaker& maker, Lifetime& lifetime, ProgramOutput& output)
      : group_(group), maker_(maker), lifetime_(lifetime), output_(output) {}

  // To the previous line that is not inside of a call. toNode: to the node before, if the engine is
  // at a node of a graph.
  std::string stepBack(size_t engine, bool toNode);
  // To the last breakpoint before.
  std::string reverseContinue(size_t engine, const stepping::BreakpointSetPtr& breakpoints);
  // To the first line of a call.
  std::string restart(const CallStart& call);
  // As restart() of the call of a scripted function, which Python runs in place of the graph. The
  // engines leave the lock-step.
  std::string restartInPython(const CallStart& call);

 private:
  // ---- with the group's mutex held
  // Tells why the engine cannot go back; empty: it can.
  std::string problemOf(size_t engine) const;

  // pythonCall: the number of a call that Python runs; 0: none. Releases the lock.
  std::string rerun(std::unique_lock<std::mutex> lock, size_t engine, RunGoal goal,
                    uint64_t pythonCall = 0);

  EngineGroup& group_;
  EngineMaker& maker_;
  Lifetime& lifetime_;
  ProgramOutput& output_;
};

}  // namespace ts::session
