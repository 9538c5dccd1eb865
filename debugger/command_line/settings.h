// The command line of tsdbg, parsed.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/command_line/command_line.h"

namespace ts::debugger {

// How code of torch.jit runs.
enum class JitMode : uint8_t {
  Environment,  // tiered, unless PYTORCH_JIT=0 says otherwise
  Off,          // as Python
  Interpret,
  Compile,  // as machine code
  Tiered,   // interpreted; code that runs often is compiled meanwhile
};

struct RunSettings {
  std::optional<TorchProfile> torch;  // none: chosen by the project and the environment
  std::string file;
  JitMode jit = JitMode::Environment;
  bool describesCode = false;          // to gdb and perf
  std::string fusionReport;            // the path of its file; empty: none
  std::optional<uint32_t> debugPort;   // nothing: editors cannot attach
  std::vector<std::string> arguments;  // the script's own
};

// How a target is prepared for its call.
struct CallFlags {
  bool isLenient = false;       // torch.jit.trace gets strict=False
  bool evaluates = false;       // eval() of the module is called first
  bool foldsAsPyTorch = false;  // see programs::Request
  bool takesGradients = false;  // likewise
};

struct CompareSettings {
  std::optional<TorchProfile> torch;  // as in RunSettings
  std::string target;
  std::optional<std::string> init;  // arguments of a call of the target that comes first
  std::string workspace;            // whose calls of a module class count
  std::vector<std::string> inputs;  // of each call; empty: those of the workspace's own trace
  std::optional<std::string>
      example;                       // arguments for torch.jit.trace; the first inputs when absent
  std::vector<std::string> engines;  // empty: all
  CallFlags flags;
  uint32_t search = 0;  // number of other inputs to try
  std::string html;     // path of the HTML report; empty: none
  bool json = false;
  bool events = false;      // print the events of each engine instead of a report
  bool allowWrite = false;  // the compared code may change files
};

struct DebugSettings {
  std::optional<TorchProfile> torch;  // as in RunSettings
  std::string target;                 // or a script
  std::optional<std::string> init;    // these as in CompareSettings
  std::vector<std::string> inputs;
  std::optional<std::string> example;
  std::vector<std::string> engines;
  CallFlags flags;
  std::vector<std::string> arguments;  // the script's own
};

struct DapSettings {
  std::optional<uint32_t> port;  // nothing: standard input and output
};

// A call that several engines make.
struct MeasureSettings {
  std::optional<TorchProfile> torch;  // as in RunSettings
  std::string target;
  std::optional<std::string> init;  // these as in CompareSettings
  std::string inputs;
  std::optional<std::string> example;
  std::vector<std::string> engines;  // empty: eager, script, compiled
  CallFlags flags;
};

struct BenchSettings : MeasureSettings {
  std::optional<uint32_t> runs;  // nothing: as many as a second has
  bool json = false;
};

struct ProfileSettings : MeasureSettings {
  uint32_t runs = 11;  // measured calls, of which the median is shown
  // Paths of the flame graphs, of the trace, and of the page with the graph; empty: none.
  std::string html, trace, graph;
};

struct ConvertSettings {
  std::optional<TorchProfile> torch;  // as in RunSettings
  std::string target;
  std::optional<std::string> init;  // these as in CompareSettings
  std::string inputs;
  std::optional<std::string> example;
  bool traces = false;  // torch.jit.trace makes the graph, not torch.jit.script
  std::string output;   // a path
  uint32_t opset = 18;
  std::vector<std::string> dynamic;  // see readDynamic()
};

using CommandSettings = std::variant<RunSettings, CompareSettings, DebugSettings, DapSettings,
                                     BenchSettings, ProfileSettings, ConvertSettings>;

// Limits the memory of the process. Returns an exit status after --help, --version or wrong usage,
// which is already reported.
std::variant<CommandSettings, int> parseCommandLine(int argc, char** argv);

// Reports a problem with the command line or its target. Returns the exit status.
inline int wrongUsage(const std::string& problem) {
  printProblem("tsdbg", problem);
  return kWrongUsage;
}

}  // namespace ts::debugger
