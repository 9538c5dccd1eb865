#include "debugger/terminal/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "debugger/terminal/values.h"

namespace ts::terminal {

namespace {

void help(Session& session, const std::string& arguments);

enum class Needs : uint8_t { Nothing, Stop, Engines };

struct Command {
  std::string_view names;      // the first one is the full name
  std::string_view arguments;  // as the help shows them; empty: it takes none
  std::string_view text;
  Needs needs;
  void (*run)(Session& session, const std::string& arguments);
};

constexpr Command kCommands[] = {
    {"help h ?", "[COMMAND]", "list the commands, or describe one", Needs::Nothing, help},
    {"step s", "", "run to the next line, also in functions that are called", Needs::Stop,
     stepInto},
    {"next n", "", "run to the next line of this function, or to its caller", Needs::Stop,
     stepOver},
    {"stepi si", "", "run to the next node of the graph", Needs::Stop, stepNode},
    {"return r", "", "run until this function has returned", Needs::Stop, runToReturn},
    {"until unt", "[LINE]", "run to a line behind this one, or to LINE or behind it", Needs::Stop,
     runUntil},
    {"continue cont c", "", "run to the next breakpoint, divergence or uncaught exception",
     Needs::Stop, continueProgram},
    {"jump j", "LINE", "continue at another line of this function", Needs::Stop, jumpToLine},
    {"back", "", "go back to the previous line of this function", Needs::Stop, stepBackwards},
    {"backi bi", "", "go back to the previous node of the graph", Needs::Stop, stepNodeBackwards},
    {"rback", "", "go back to the last breakpoint, or to the start", Needs::Stop,
     continueBackwards},
    {"restart run", "[ARGS]", "start the program again; a script gets the new arguments",
     Needs::Nothing, restartProgram},
    {"quit q exit", "", "end the program and the session", Needs::Nothing, quitSession},
    {"list l", "[LINE[, LAST] | .]", "show source lines: more of them, around LINE, or around here",
     Needs::Stop, listLines},
    {"longlist ll", "", "show the lines of this function", Needs::Stop, listFunction},
    {"source", "EXPRESSION", "show the lines of a function, a method or a class", Needs::Stop,
     showSource},
    {"where w bt", "", "show the stack, the innermost frame last", Needs::Stop, showStack},
    {"up u", "[COUNT]", "choose the frame that has called this one", Needs::Stop, goUp},
    {"down d", "[COUNT]", "choose the frame that this one has called", Needs::Stop, goDown},
    {"break b", "[[FILE:]LINE | FUNCTION][, CONDITION]",
     "set a breakpoint on a line, a function or an operator (aten::add), or list all",
     Needs::Nothing, setBreakpoint},
    {"tbreak", "[FILE:]LINE | FUNCTION[, CONDITION]",
     "set a breakpoint that its first stop deletes", Needs::Nothing, setTemporary},
    {"gbreak gb", "[FILE:]LINE[, CONDITION]", "stop where the gradient of a line is computed",
     Needs::Nothing, setGradientBreakpoint},
    {"clear cl", "[NUMBER... | FILE:LINE]", "delete breakpoints, or all of them", Needs::Nothing,
     clearBreakpoints},
    {"enable", "NUMBER...", "let breakpoints stop the program again", Needs::Nothing,
     enableBreakpoints},
    {"disable", "NUMBER...", "keep breakpoints without stopping at them", Needs::Nothing,
     disableBreakpoints},
    {"condition", "NUMBER [CONDITION]", "stop only if the condition is true, or always",
     Needs::Nothing, setCondition},
    {"ignore", "NUMBER [COUNT]", "pass a breakpoint COUNT times", Needs::Nothing, ignoreBreakpoint},
    {"commands", "[NUMBER]",
     "read commands up to `end`, which run at each stop of a breakpoint; `silent` hides the stop",
     Needs::Nothing, setCommands},
    {"p", "EXPRESSION", "print a value", Needs::Stop, printValue},
    {"pp", "EXPRESSION", "print a value within 80 columns", Needs::Stop, printPretty},
    {"args a", "", "print the arguments of this function", Needs::Stop, printArguments},
    {"whatis", "EXPRESSION", "print the type of a value, and the shape of a tensor", Needs::Stop,
     printType},
    {"display", "[EXPRESSION]",
     "show a value at each stop in this function at which it has changed", Needs::Stop,
     displayValue},
    {"undisplay", "[EXPRESSION]", "end display, of all expressions without an argument",
     Needs::Nothing, undisplayValue},
    {"!", "STATEMENT", "run Python in this frame, as any other line does", Needs::Stop,
     runStatement},
    {"engines engine", "[NAME]", "list the engines, or choose the one that commands are about",
     Needs::Engines, showEngines},
    {"graph", "[COUNT]", "show COUNT nodes before and behind the current node of the graph",
     Needs::Stop, showGraph},
    {"diff", "", "show the names whose values differ between the engines here", Needs::Engines,
     showDifferences},
    {"explain", "", "compare the engines, and explain where and why they diverge", Needs::Engines,
     explainDivergence},
};

std::vector<std::string_view> namesOf(const Command& command) {
  std::vector<std::string_view> names;
  for (std::string_view rest = command.names; !rest.empty();) {
    const size_t end = std::min(rest.find(' '), rest.size());
    names.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return names;
}

const Command* findCommand(std::string_view name) {
  for (const Command& command : kCommands)
    for (const std::string_view spelling : namesOf(command))
      if (spelling == name) return &command;
  return nullptr;
}

std::string shownNames(const Command& command) {
  std::string text;
  for (const std::string_view name : namesOf(command))
    text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

void help(Session& session, const std::string& arguments) {
  std::string text;
  for (const Command& command : kCommands) {
    const std::vector<std::string_view> names = namesOf(command);
    if (!arguments.empty() && std::ranges::find(names, arguments) == names.end()) continue;
    const std::string usage = shownNames(command) + (command.arguments.empty() ? "" : " ") +
                              std::string(command.arguments);
    text += arguments.empty() ? fmt::format("{:<18}{}\n", shownNames(command), command.text)
                              : fmt::format("{}\n  {}\n", usage, command.text);
  }
  if (text.empty())
    return session.console.complain(
        fmt::format("unknown command `{}`; `help` lists the commands", arguments));
  if (arguments.empty())
    text +=
        "Any other line is Python, which runs in the chosen frame. An empty line repeats the last\n"
        "command; `;;` separates commands. `help COMMAND` tells the arguments.\n";
  session.console.print(text);
}

bool isNamePart(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)); }

// A problem that keeps the command from running; empty: none.
std::string obstacle(const Session& session, const Command& command, const std::string& line,
                     std::string_view name, const std::string& arguments) {
  if (command.arguments.empty() && !arguments.empty())
    return fmt::format("`{}` takes no arguments; to run the line as Python, write !{}", name, line);
  if (!command.arguments.empty() && command.arguments.front() != '[' && arguments.empty())
    return fmt::format("`{}` needs an argument: {} {}", name, name, command.arguments);
  if (command.needs == Needs::Engines && session.engineCount() < 2)
    return fmt::format(
        "`{}` needs several engines: start tsdbg with FILE.py:NAME and --engines=eager,trace",
        name);
  if (command.needs != Needs::Nothing && !session.isStopped())
    return "the program has ended; `restart` runs it again";
  return {};
}

}  // namespace

void runCommand(Session& session, const std::string& line) {
  if (line.empty()) return;
  size_t end = 1;
  if (line[0] != '!' && line[0] != '?')
    end = static_cast<size_t>(std::ranges::find_if_not(line, isNamePart) - line.begin());
  const std::string name = line.substr(0, end);
  const std::string arguments = trimmed(line.substr(end));
  const Command* command = findCommand(name);
  const bool isStatement = !command;
  if (isStatement) command = findCommand("!");
  const std::string& rest = isStatement ? line : arguments;
  const std::string problem = obstacle(session, *command, line, name, rest);
  if (!problem.empty()) return session.console.complain(problem);
  command->run(session, rest);
}

}  // namespace ts::terminal
