// The command line of tscheck, parsed.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/command_line/command_line.h"
#include "core/diag/renderers/renderer.h"
#include "core/driver/workspace.h"

namespace ts::check {

enum class Colour : uint8_t { Auto, Always, Never };
enum class Phase : uint8_t { None, Tokens, Ast, Ir };

struct Settings {
  std::vector<std::string> paths;      // "-" is standard input
  std::optional<driver::Roots> roots;  // none: chosen by the project, else Auto
  diag::Format format = diag::Format::Text;
  Colour colour = Colour::Auto;
  std::optional<TorchProfile> torch;     // none: chosen by the project and the environment
  uint32_t jobs = 0;                     // 0: the number of cores
  bool verbose = false;                  // also report what was not checked
  bool candidates = false;               // also report problems of candidates
  std::vector<std::string> exclude;      // patterns of paths; empty: those of the project
  std::vector<std::string> importPaths;  // searched for imports; empty: those of the project
  std::string workspace;                 // the folder whose roots count; empty: each path's project
  std::string explain;                   // a rule's code, number or name; empty: check files
  Phase print = Phase::None;
  bool fix = false;           // apply safe fixes
  bool unsafe = false;        // with `fix`: apply all fixes
  bool diff = false;          // with `fix`: print them as a diff instead
  bool statistics = false;    // count the problems of each rule instead of showing them
  bool rules = false;         // list the rules instead of checking files
  std::string baseline;       // a file of problems that are not reported; empty: none
  bool noCache = false;       // check every file anew
  std::string writeBaseline;  // a file to which the problems are written; empty: none
};

inline constexpr const char* kStandardInputName = "<stdin>";  // in reports

// The settings; or an exit status after --help, --version or wrong usage, which is already
// reported.
std::variant<Settings, int> parseCommandLine(int argc, char** argv);

}  // namespace ts::check
