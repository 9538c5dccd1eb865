// From a target on the command line to a graph.
#pragma once

#include <memory>
#include <string>

#include "core/ir/ir.h"

namespace ts::viz {

struct Loaded {
  // Null when there is nothing to show: then either an error or a diagnostic says why.
  std::shared_ptr<ir::Function> function;
  std::string diagnostics;  // of the compiler, as they go to standard error
  std::string error;        // wrong usage, or input that can't be read
};

// `colour`: whether diagnostics are to have it.
Loaded load(const std::string& target, bool colour);

}  // namespace ts::viz
