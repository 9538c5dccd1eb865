// What the command line asks for.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace ts::debugger {

enum ExitStatus : int { kFine = 0, kProblems = 1, kWrongUsage = 2 };

struct RunSettings {
  std::string file;
  std::vector<std::string> arguments;  // the script's own
};
using Settings = std::variant<RunSettings>;

// The settings, or the exit status: help was asked for, or the usage is wrong (and has been told).
std::variant<Settings, int> parseCommandLine(int argc, char** argv);

}  // namespace ts::debugger
