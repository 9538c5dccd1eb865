#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "debugger/terminal/commands.h"
#include "debugger/terminal/numbers.h"

namespace ts::terminal {

using stepping::Resume;
using stepping::StopReason;

void stepInto(Session& session, const std::string&) { session.resume(Resume::StepIn); }
void stepOver(Session& session, const std::string&) { session.resume(Resume::StepOver); }
void stepNode(Session& session, const std::string&) { session.resume(Resume::StepNode); }
void runToReturn(Session& session, const std::string&) { session.resume(Resume::StepOut); }
void continueProgram(Session& session, const std::string&) { session.resume(Resume::Continue); }

void runUntil(Session& session, const std::string& arguments) {
  const EnginePlace start = session.chosenPlace();
  uint32_t line = start.line + 1;
  if (!arguments.empty()) {
    const auto number = numberIn(arguments);
    if (!number || *number <= start.line)
      return session.console.complain(
          fmt::format("`until` needs a line behind line {}, not `{}`", start.line, arguments));
    line = *number;
  }
  const auto depth = [&] {
    size_t count = 0;
    session.ask(session.engine(),
                [&](session::StoppedProgram& program) { count = program.frames().size(); });
    return count;
  };
  const size_t begin = depth();
  while (session.resumeQuietly(Resume::StepOver)) {
    if (session.stopReason() != StopReason::Step || depth() < begin ||
        session.chosenPlace().line >= line)
      return session.report();
  }
}

void jumpToLine(Session& session, const std::string& arguments) {
  const auto line = numberIn(arguments);
  if (!line) return session.console.complain("`jump` needs a line, as in `jump 12`");
  std::string problem;
  const bool isStopped = session.ask(
      session.engine(), [&](session::StoppedProgram& program) { problem = program.jump(*line); });
  if (!isStopped) problem = "the engine has returned";
  if (!problem.empty()) return session.console.complain(problem);
  session.waitAndReport();
}

namespace {

// A program can be moved back only by running it again.
void goBackwards(Session& session, std::string problem) {
  if (problem.empty())
    session.waitAndReport();
  else
    session.console.complain(problem);
}

}  // namespace

void stepBackwards(Session& session, const std::string&) {
  goBackwards(session, session.debuggee().back().stepBack(session.engine(), false));
}

void stepNodeBackwards(Session& session, const std::string&) {
  goBackwards(session, session.debuggee().back().stepBack(session.engine(), true));
}

void continueBackwards(Session& session, const std::string&) {
  goBackwards(session, session.debuggee().back().reverseContinue(session.engine(),
                                                                 session.breakpoints.snapshot()));
}

void restartProgram(Session& session, const std::string& arguments) {
  if (session.config().target && !arguments.empty())
    return session.console.complain(
        "only a script takes arguments; a target is called with --inputs");
  session.restart(wordsOf(arguments));
}

void quitSession(Session& session, const std::string&) { session.quit(); }

}  // namespace ts::terminal
