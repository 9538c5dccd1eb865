// From a target on the command line to a graph.
#pragma once

#include <memory>
#include <string>

#include "core/ir/ir.h"

namespace ts::viz {

struct Loaded {
  ir::GraphPtr graph;       // null: nothing to show
  std::string name;         // for the title
  std::string diagnostics;  // of the compiler, as they go to standard error
  std::string error;        // wrong usage, or input that can't be read
  // What the graph's types and functions live in.
  std::shared_ptr<const void> owner;
};

Loaded load(const std::string& target, bool colour);

}  // namespace ts::viz
