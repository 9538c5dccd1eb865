// What the command line asks for.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ts::debugger {

enum ExitStatus : int { kFine = 0, kProblems = 1, kWrongUsage = 2 };

struct RunSettings {
  std::string file;
  std::vector<std::string> arguments;  // the script's own
};

struct CompareSettings {
  std::string target;
  std::optional<std::string> init;  // arguments that the target is called with first
  std::string inputs;
  std::optional<std::string> example;  // what a trace is made with; else the inputs
  std::vector<std::string> engines;    // empty: all
  int search = 0;                      // tries
  std::string html;                    // a file to write; empty: none
  bool json = false;
  bool events = false;  // print what engines do in place of a report
};

using Settings = std::variant<RunSettings, CompareSettings>;

// The settings, or the exit status: help was asked for, or the usage is wrong (and has been told).
std::variant<Settings, int> parseCommandLine(int argc, char** argv);

}  // namespace ts::debugger
