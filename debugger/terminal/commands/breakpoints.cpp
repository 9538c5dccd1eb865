#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/notebook/cell_file_system.h"
#include "debugger/session/source_lines.h"
#include "debugger/terminal/commands.h"
#include "debugger/terminal/numbers.h"
#include "debugger/terminal/values.h"

namespace ts::terminal {

namespace {

// The path of the file that lines without a file name are about.
std::string currentFile(Session& session) {
  if (session.isStopped())
    if (const EnginePlace place = session.chosenPlace(); place.source) return place.source->path();
  return session.config().name();
}

// A file as the user names it: below the current folder, or beside the current file; the ending
// .py may be left out, and the path of the current notebook before a cell: "cell2".
std::string findFile(Session& session, const std::string& name) {
  const std::string current = currentFile(session);
  const std::string beside = std::filesystem::path(current).replace_filename(name).string();
  const std::string cell = current.substr(0, current.rfind('#')) + "#" + name;
  const notebook::CellFileSystem files(std::make_shared<DiskFileSystem>());
  for (const std::string& base :
       {session.absolutePath(name), session::normalizedPath(beside), cell})
    for (const char* ending : {"", ".py"})
      if (files.kind(base + ending) == FileKind::File) return base + ending;
  return {};
}

// Fills the path and the line. Returns a problem; empty on success.
std::string findLine(Session& session, const std::string& where, ListedBreakpoint& breakpoint) {
  const size_t colon = where.rfind(':');
  const bool hasFile = colon != where.npos;
  const auto line = numberIn(trimmed(hasFile ? where.substr(colon + 1) : where));
  if (!line || *line == 0)
    return fmt::format("`{}` is not a line: write LINE or FILE:LINE, with lines from 1 on", where);
  const std::string file = hasFile ? trimmed(where.substr(0, colon)) : "";
  breakpoint.path = hasFile ? findFile(session, file) : currentFile(session);
  if (breakpoint.path.empty())
    return fmt::format("file {} not found here or beside the current file", file);
  std::vector<uint32_t> lines;
  if (std::string wrong = session::linesOfFile(breakpoint.path, lines); !wrong.empty())
    return wrong;
  const auto next = std::ranges::lower_bound(lines, *line);
  if (next == lines.end())
    return fmt::format("line {} of {} and the lines behind it have no code", *line,
                       session.shownPath(breakpoint.path));
  breakpoint.line = *next;
  return {};
}

bool isFunctionName(const std::string& text) {
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') &&
         std::ranges::all_of(
             text, [](char c) { return stepping::isNameCharacter(c) || c == '.' || c == ':'; });
}

void showBreakpoints(Session& session) {
  std::string text;
  if (!session.breakpoints.all().empty()) text = "Num Type         Disp Enb   Where\n";
  for (const ListedBreakpoint& breakpoint : session.breakpoints.all()) {
    text += fmt::format("{:<3} breakpoint   {} {}   at {}\n", breakpoint.number,
                        breakpoint.isTemporary ? "del " : "keep",
                        breakpoint.isEnabled ? "yes" : "no ", whereText(session, breakpoint));
    if (!breakpoint.condition.empty())
      text += fmt::format("\tstop only if {}\n", breakpoint.condition);
    if (breakpoint.ignored > 0)
      text += fmt::format("\tignore the first {} hits\n", breakpoint.ignored);
    if (breakpoint.hits > 0)
      text += fmt::format("\tbreakpoint already hit {} time{}\n", breakpoint.hits,
                          breakpoint.hits > 1 ? "s" : "");
  }
  session.console.print(text.empty() ? "There are no breakpoints.\n" : text);
}

enum class BreakpointKind : uint8_t { Plain, Temporary, Gradient };

void addBreakpoint(Session& session, const std::string& arguments, BreakpointKind kind) {
  const size_t comma = std::min(arguments.find(','), arguments.size());
  const std::string where = trimmed(arguments.substr(0, comma));
  ListedBreakpoint breakpoint;
  breakpoint.isTemporary = kind == BreakpointKind::Temporary;
  breakpoint.isOfGradient = kind == BreakpointKind::Gradient;
  if (comma < arguments.size()) breakpoint.condition = trimmed(arguments.substr(comma + 1));
  // "file.py:12" is a line, "aten::add" an operator.
  const size_t colon = where.rfind(':');
  const bool isLine = colon == where.npos ? !where.empty() && where[0] >= '0' && where[0] <= '9'
                                          : colon == 0 || where[colon - 1] != ':';
  if (isLine) {
    const std::string wrong = findLine(session, where, breakpoint);
    if (!wrong.empty()) return session.console.complain(wrong);
  } else if (breakpoint.isOfGradient) {
    return session.console.complain(fmt::format(
        "`{}` is not a line: the gradient of LINE or FILE:LINE can be stopped at", where));
  } else if (isFunctionName(where)) {
    breakpoint.function = where;
  } else {
    return session.console.complain(fmt::format(
        "`{}` is neither a line, a FILE:LINE nor the name of a function or operator", where));
  }
  const ListedBreakpoint& added = session.breakpoints.add(std::move(breakpoint));
  session.updateBreakpoints();
  session.console.print(
      fmt::format("Breakpoint {} at {}\n", added.number, whereText(session, added)));
}

ListedBreakpoint* breakpointNamed(Session& session, const std::string& word) {
  const auto number = numberIn(word);
  ListedBreakpoint* breakpoint =
      number ? session.breakpoints.find(static_cast<int>(*number)) : nullptr;
  if (!breakpoint)
    session.console.complain(
        fmt::format("unknown breakpoint {}; `break` lists the breakpoints", word));
  return breakpoint;
}

void setEnabled(Session& session, const std::string& arguments, bool isEnabled) {
  for (const std::string& word : wordsOf(arguments)) {
    ListedBreakpoint* const breakpoint = breakpointNamed(session, word);
    if (!breakpoint) continue;
    breakpoint->isEnabled = isEnabled;
    session.console.print(fmt::format("{} breakpoint {} at {}\n",
                                      isEnabled ? "Enabled" : "Disabled", breakpoint->number,
                                      whereText(session, *breakpoint)));
  }
  session.updateBreakpoints();
}

void deleteBreakpoint(Session& session, const ListedBreakpoint& breakpoint) {
  session.console.print(fmt::format("Deleted breakpoint {} at {}\n", breakpoint.number,
                                    whereText(session, breakpoint)));
  session.breakpoints.remove(breakpoint.number);
}

}  // namespace

std::string whereText(const Session& session, const ListedBreakpoint& breakpoint) {
  if (breakpoint.line == 0) return "function " + breakpoint.function;
  return fmt::format("{}{}:{}", breakpoint.isOfGradient ? "the gradient of " : "",
                     session.shownPath(breakpoint.path), breakpoint.line);
}

void setBreakpoint(Session& session, const std::string& arguments) {
  if (arguments.empty()) return showBreakpoints(session);
  addBreakpoint(session, arguments, BreakpointKind::Plain);
}

void setTemporary(Session& session, const std::string& arguments) {
  addBreakpoint(session, arguments, BreakpointKind::Temporary);
}

void setGradientBreakpoint(Session& session, const std::string& arguments) {
  addBreakpoint(session, arguments, BreakpointKind::Gradient);
}

void clearBreakpoints(Session& session, const std::string& arguments) {
  std::vector<ListedBreakpoint> gone;
  if (arguments.empty()) {
    const std::string answer = trimmed(session.console.readLine("Clear all breaks? ").value_or(""));
    if (answer == "y" || answer == "yes") gone = session.breakpoints.all();
  } else if (arguments.find(':') != arguments.npos) {
    ListedBreakpoint place;
    const std::string wrong = findLine(session, arguments, place);
    if (!wrong.empty()) return session.console.complain(wrong);
    for (const ListedBreakpoint& breakpoint : session.breakpoints.all())
      if (breakpoint.path == place.path && breakpoint.line == place.line)
        gone.push_back(breakpoint);
    if (gone.empty())
      session.console.complain(
          fmt::format("no breakpoint at {}; `break` lists the "
                      "breakpoints",
                      arguments));
  } else {
    for (const std::string& word : wordsOf(arguments))
      if (const ListedBreakpoint* const breakpoint = breakpointNamed(session, word))
        gone.push_back(*breakpoint);
  }
  for (const ListedBreakpoint& breakpoint : gone) deleteBreakpoint(session, breakpoint);
  session.updateBreakpoints();
}

void enableBreakpoints(Session& session, const std::string& arguments) {
  setEnabled(session, arguments, true);
}
void disableBreakpoints(Session& session, const std::string& arguments) {
  setEnabled(session, arguments, false);
}

void setCondition(Session& session, const std::string& arguments) {
  const size_t space = std::min(arguments.find(' '), arguments.size());
  ListedBreakpoint* const breakpoint = breakpointNamed(session, arguments.substr(0, space));
  if (!breakpoint) return;
  breakpoint->condition = trimmed(arguments.substr(space));
  session.updateBreakpoints();
  session.console.print(
      breakpoint->condition.empty()
          ? fmt::format("Breakpoint {} is now unconditional.\n", breakpoint->number)
          : fmt::format("New condition set for breakpoint {}.\n", breakpoint->number));
}

void ignoreBreakpoint(Session& session, const std::string& arguments) {
  const std::vector<std::string> words = wordsOf(arguments);
  const auto count = words.size() > 1 ? numberIn(words[1]) : std::optional<uint32_t>(0);
  if (!count || words.size() > 2)
    return session.console.complain(
        fmt::format("`ignore` needs NUMBER COUNT, not `{}`", arguments));
  ListedBreakpoint* const breakpoint = breakpointNamed(session, words[0]);
  if (!breakpoint) return;
  session.breakpoints.ignore(*breakpoint, *count);
  session.updateBreakpoints();
  session.console.print(
      *count == 0
          ? fmt::format("Will stop next time breakpoint {} is reached.\n", breakpoint->number)
          : fmt::format("Will ignore next {} crossing{} of breakpoint {}.\n", *count,
                        *count > 1 ? "s" : "", breakpoint->number));
}

void setCommands(Session& session, const std::string& arguments) {
  if (session.breakpoints.all().empty())
    return session.console.complain("there are no breakpoints; `break` sets one");
  ListedBreakpoint* const breakpoint =
      arguments.empty() ? session.breakpoints.find(session.breakpoints.all().back().number)
                        : breakpointNamed(session, arguments);
  if (!breakpoint) return;
  breakpoint->commands.clear();
  for (;;) {
    const auto line = session.console.readLine("(com) ");
    const std::string command = trimmed(line.value_or("end"));
    if (command == "end") return;
    if (!command.empty()) breakpoint->commands.push_back(command);
  }
}

}  // namespace ts::terminal
