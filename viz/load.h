// Loads the graph of a target of the command line.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/ir/ir.h"

namespace ts::viz {

struct Loaded {
  // Null on failure; `error` or `diagnostics` says why.
  std::shared_ptr<ir::Function> function;
  bool isMethod = false;    // of a module, so that its first parameter is self
  std::string note;         // the call that a module class was constructed as; may be empty
  std::string diagnostics;  // rendered text of the compiler's diagnostics
  std::string error;        // wrong usage or unreadable input; else empty
};

struct LoadOptions {
  std::optional<std::string> init;  // arguments of a call of the target that comes first
  std::string workspace;            // the folder for driver::compileTarget
  std::string unsaved;              // a JSON file with texts by path, or empty; see --unsaved
  bool colour = false;              // in diagnostics
};

Loaded load(const std::string& target, const LoadOptions& options);

}  // namespace ts::viz
