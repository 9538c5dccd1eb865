// From a target on the command line to a graph.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/ir/ir.h"

namespace ts::viz {

struct Loaded {
  // Null when there is nothing to show: then either an error or a diagnostic says why.
  std::shared_ptr<ir::Function> function;
  bool isMethod = false;    // of a module: its first parameter is self
  std::string diagnostics;  // of the compiler, as they go to standard error
  std::string error;        // wrong usage, or input that can't be read
};

// init: arguments with which the target is called first. `colour`: whether diagnostics are to have
// it.
Loaded load(const std::string& target, const std::optional<std::string>& init, bool colour);

}  // namespace ts::viz
