#include <fmt/format.h>

#include <algorithm>

#include "debugger/stepping/code_lines.h"
#include "debugger/terminal/commands.h"
#include "debugger/terminal/numbers.h"
#include "debugger/terminal/values.h"

namespace ts::terminal {

using stepping::StackFrame;

namespace {

constexpr uint32_t kAround = 5;  // lines before and behind the current one
constexpr uint32_t kLines = 11;  // of one listing

// The lines in pdb's form: B marks a breakpoint, -> the current line.
std::string listing(const Session& session, const EnginePlace& place, stepping::LineRange lines) {
  std::string text;
  for (uint32_t line = lines.first; line <= lines.last; ++line) {
    const bool hasBreakpoint =
        std::ranges::any_of(session.breakpoints.all(), [&](const ListedBreakpoint& breakpoint) {
          return breakpoint.line == line && breakpoint.path == place.source->path();
        });
    text += fmt::format("{:>3} {}{}\t{}\n", line, hasBreakpoint ? "B" : " ",
                        line == place.line ? "->" : "", place.source->lineText(line));
  }
  return text;
}

struct Definition {
  SourceFilePtr file;  // null: the value is not defined in Python
  stepping::LineRange lines;
};
// Finds the definition of a function, a method or a class.
Definition definitionOf(const eval::Value& value) {
  if (const auto* method = value.as<eval::Method>()) return definitionOf(method->function);
  if (const auto* function = value.as<eval::Function>();
      function && function->code->def && function->module->source) {
    const SourceFilePtr& file = function->module->source;
    const uint32_t line = file->lineOf(function->code->def->name.span.begin);
    return {file, stepping::functionAround(file, line)};
  }
  const auto* cls = value.as<eval::Class>();
  if (!cls || !cls->definition || !cls->module || !cls->module->source) return {};
  const SourceFilePtr& file = cls->module->source;
  const Span span = cls->definition->span;
  return {file, {file->lineOf(span.begin), file->lineOf(std::max(span.end, span.begin + 1) - 1)}};
}

constexpr const char* kNoSource = "this frame has no source";

void moveInStack(Session& session, const std::string& arguments, bool isUp) {
  const auto steps = arguments.empty() ? std::optional<uint32_t>(1) : numberIn(arguments);
  if (!steps || *steps == 0)
    return session.console.complain(
        fmt::format("the number of frames must be a number from 1 on, not `{}`", arguments));
  size_t count = 0;
  session.ask(session.engine(), [&](session::StoppedProgram& program) {
    count = Session::shownFrames(program).size();
  });
  const size_t now = session.frame();
  const size_t goal = isUp ? std::min(now + *steps, std::max<size_t>(count, 1) - 1)
                           : now - std::min<size_t>(now, *steps);
  if (goal == now)
    return session.console.complain(isUp ? "this is the outermost frame"
                                         : "this is the innermost frame");
  session.chooseFrame(goal);
  session.showPlace();
}

}  // namespace

void goUp(Session& session, const std::string& arguments) { moveInStack(session, arguments, true); }
void goDown(Session& session, const std::string& arguments) {
  moveInStack(session, arguments, false);
}

void showStack(Session& session, const std::string&) {
  std::string text;
  session.ask(session.engine(), [&](session::StoppedProgram& program) {
    const std::vector<StackFrame*> frames = Session::shownFrames(program);
    for (size_t i = frames.size(); i-- > 0;) {
      const EnginePlace place = placeIn(session, *frames[i], i == 0 ? program.note : "");
      const std::string entry = session.placeText(place);
      text += (i == session.frame() ? "> " : "  ") + entry.substr(entry.find("> ") + 2);
    }
  });
  session.console.print(text);
}

void listLines(Session& session, const std::string& arguments) {
  const EnginePlace place = session.chosenPlace();
  if (!place.source) return session.console.complain(kNoSource);
  const uint32_t count = place.source->lineCount();
  const auto around = [](uint32_t line) { return line > kAround ? line - kAround : 1; };
  stepping::LineRange lines;
  if (arguments.empty() || arguments == ".") {
    const bool isMore = arguments.empty() && session.listed > 0;
    lines.first = isMore ? session.listed + 1 : around(place.line);
    lines.last = lines.first + kLines - 1;
  } else {
    const size_t comma = std::min(arguments.find(','), arguments.size());
    const auto first = numberIn(trimmed(arguments.substr(0, comma)));
    const bool hasLast = comma < arguments.size();
    const auto last =
        hasLast ? numberIn(trimmed(arguments.substr(comma + 1))) : std::optional<uint32_t>(0);
    if (!first || !last || *first == 0)
      return session.console.complain(fmt::format(
          "`list` needs LINE or FIRST, LAST: two numbers from 1 on, not `{}`", arguments));
    lines.first = hasLast ? *first : around(*first);
    lines.last = hasLast ? (*last < *first ? *first + *last : *last) : lines.first + kLines - 1;
  }
  if (lines.first > count) {
    session.console.print("[EOF]\n");
    return;
  }
  lines.last = std::min(lines.last, count);
  session.listed = lines.last;
  session.console.print(listing(session, place, lines));
}

void showSource(Session& session, const std::string& arguments) {
  Definition definition;
  std::string problem = "`" + arguments + "` is not a function, method or class of Python code";
  session.inFrame([&](session::StoppedProgram& program, StackFrame& frame) {
    const auto value = program.stepper.evaluator().evaluate(frame, arguments);
    if (!value.error.empty()) problem = value.error;
    definition = definitionOf(value.value);
  });
  if (!definition.file) return session.console.complain(problem);
  EnginePlace place;
  place.source = definition.file;
  session.console.print(listing(session, place, definition.lines));
}

void listFunction(Session& session, const std::string&) {
  const EnginePlace place = session.chosenPlace();
  if (!place.source) return session.console.complain(kNoSource);
  const stepping::LineRange lines = stepping::functionAround(place.source, place.line);
  session.listed = lines.last;
  session.console.print(listing(session, place, lines));
}

}  // namespace ts::terminal
