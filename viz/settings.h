// The command line of tsviz.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "core/command_line/command_line.h"
#include "viz/formats.h"
#include "viz/live.h"

namespace ts::viz {

struct TsvizSettings {
  std::string target;
  std::optional<std::string> init;    // arguments of a call of the target that comes first
  std::string workspace;              // whose calls of a module class count
  std::optional<std::string> inputs;  // arguments of a call
  RunEngine engine = RunEngine::Script;
  std::string unsaved;  // a file with texts of open documents; empty: none
  const OutputFormat* format = outputFormats().data();
  PageSize page;       // of svg, png and pdf
  std::string output;  // empty: standard output
  bool inlineCalls = false;
  std::string passes;  // names of core/passes/registry.h between commas
  bool canonical = false;
  bool locations = true;
  bool training = false;
  bool summary = false;       // in place of the format
  bool construction = false;  // likewise: how a class is constructed, for editors
  bool explainFusion = false;
  bool backward = false;  // likewise: shows the run of the tape, too
  bool fusion = false;    // of pictures and pages: shows the compiled graph with its loops
  std::optional<uint32_t> depth;
  std::string diff;                   // a second target, or empty
  std::string focus;                  // the path of a module
  std::string around;                 // the name of a node
  std::optional<TorchProfile> torch;  // none: chosen by the project and the environment
};

// The settings; or an exit status after --help, --version or wrong usage, which is already
// reported.
std::variant<TsvizSettings, int> parseCommandLine(int argc, char** argv);

}  // namespace ts::viz
