// What the command line of tscheck asks for.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/diag/renderer.h"
#include "core/driver/workspace.h"

namespace ts::check {

enum class Colour : uint8_t { Auto, Always, Never };
enum class Phase : uint8_t { None, Tokens, Ast, Ir };

struct Settings {
  std::vector<std::string> paths;  // "-" is standard input
  driver::Roots roots = driver::Roots::Explicit;
  diag::Format format = diag::Format::Text;
  Colour colour = Colour::Auto;
  unsigned jobs = 0;    // 0: as many as the machine has cores
  std::string explain;  // a rule's code; empty: check files
  Phase print = Phase::None;
};

inline constexpr const char* kStandardInputName = "<stdin>";  // in reports

// Exit status of all the tools.
constexpr int kFine = 0;
constexpr int kProblems = 1;
constexpr int kWrongUsage = 2;

// The settings, or the exit status of a run that is over: the help or the version has been printed,
// or what is wrong with the arguments.
std::variant<Settings, int> parseCommandLine(int argc, char** argv);

}  // namespace ts::check
