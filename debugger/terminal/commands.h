// The commands that users type.
#pragma once

#include <string>

#include "debugger/terminal/session.h"

namespace ts::terminal {

// Runs a command, or a Python statement in the chosen frame. Problems are one line on the console.
void runCommand(Session& session, const std::string& line);

// ---- commands/running.cpp
void stepInto(Session& session, const std::string& arguments);
void stepOver(Session& session, const std::string& arguments);
void stepNode(Session& session, const std::string& arguments);
void runToReturn(Session& session, const std::string& arguments);
void runUntil(Session& session, const std::string& arguments);
void continueProgram(Session& session, const std::string& arguments);
void jumpToLine(Session& session, const std::string& arguments);
void stepNodeBackwards(Session& session, const std::string& arguments);
void stepBackwards(Session& session, const std::string& arguments);
void continueBackwards(Session& session, const std::string& arguments);
void restartProgram(Session& session, const std::string& arguments);
void quitSession(Session& session, const std::string& arguments);

// ---- commands/places.cpp
void listLines(Session& session, const std::string& arguments);
void showSource(Session& session, const std::string& arguments);
void listFunction(Session& session, const std::string& arguments);
void showStack(Session& session, const std::string& arguments);
void goUp(Session& session, const std::string& arguments);
void goDown(Session& session, const std::string& arguments);

// ---- commands/breakpoints.cpp
void setBreakpoint(Session& session, const std::string& arguments);
void setTemporary(Session& session, const std::string& arguments);
void setGradientBreakpoint(Session& session, const std::string& arguments);
void clearBreakpoints(Session& session, const std::string& arguments);
void enableBreakpoints(Session& session, const std::string& arguments);
void disableBreakpoints(Session& session, const std::string& arguments);
void setCondition(Session& session, const std::string& arguments);
void ignoreBreakpoint(Session& session, const std::string& arguments);
void setCommands(Session& session, const std::string& arguments);
// "file:line", or "function NAME"
std::string whereText(const Session& session, const ListedBreakpoint& breakpoint);

// ---- commands/values.cpp
void printValue(Session& session, const std::string& arguments);
void printPretty(Session& session, const std::string& arguments);
void printType(Session& session, const std::string& arguments);
void printArguments(Session& session, const std::string& arguments);
void displayValue(Session& session, const std::string& arguments);
void undisplayValue(Session& session, const std::string& arguments);
void runStatement(Session& session, const std::string& arguments);

// ---- commands/engines.cpp
void showEngines(Session& session, const std::string& arguments);
void showGraph(Session& session, const std::string& arguments);
void showDifferences(Session& session, const std::string& arguments);
void explainDivergence(Session& session, const std::string& arguments);

}  // namespace ts::terminal
