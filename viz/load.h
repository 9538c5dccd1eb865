// Loads the graph of a target of the command line.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/ir/ir.h"
#include "viz/live.h"

namespace ts::viz {

struct Loaded {
  // Null on failure, about which `error` or `diagnostics` says why, and for a file of tensors.
  std::shared_ptr<ir::Function> function;
  bool isOnnx = false;    // the operators are not PyTorch's: the graph has no code
  bool isMethod = false;  // of a module, so that its first parameter is self
  std::string note;       // the call that a module class was constructed as; may be empty
  std::map<std::string, Weight> weights;        // of a module, by path
  std::map<std::string, std::string> settings;  // its other attributes: Overlay::settings
  // The tensors of a file without a function, by the keys that lead to them.
  std::vector<std::pair<std::string, Weight>> tensors;
  std::shared_ptr<LiveCall> live;  // with inputs; else null
  std::string diagnostics;         // rendered text of the compiler's diagnostics
  std::string error;               // wrong usage or unreadable input; else empty
};

struct LoadOptions {
  std::optional<std::string> init;  // arguments of a call of the target that comes first
  std::string workspace;            // the folder for driver::compileTarget
  std::string unsaved;              // a JSON file with texts by path, or empty; see --unsaved
  bool colour = false;              // in diagnostics
  // Arguments of a call, as Python source: the target is then scripted or traced with real tensors.
  std::optional<std::string> inputs;
  RunEngine engine = RunEngine::Script;
  bool training = false;  // see LiveOptions
};

Loaded load(const std::string& target, const LoadOptions& options);

}  // namespace ts::viz
