// Graphs as text: what PyTorch's `.graph` prints, and back.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/ir/ir.h"

namespace ts::ir {

struct PrintOptions {
  bool locations = true;  // "# file:line:column" behind each node
};
std::string print(const Graph& graph, const PrintOptions& options = {});
std::string print(const Node& node, const PrintOptions& options = {});

// Renumbers values in order of appearance; with keepNames only those without a debug name: what
// torch._C._jit_pass_canonicalize does.
GraphPtr canonicalize(const Graph& graph, bool keepNames = true);

struct ParsedGraph {
  GraphPtr graph;     // null when the text is no graph
  std::string error;  // what is wrong, with expected and found
  uint32_t line = 0;  // from 1
  uint32_t column = 0;
};
// Parses printed IR. Named types that it meets are made in `table`, which the graph keeps alive.
// Bounded: nesting and size limits end in an error that names the limit.
ParsedGraph parseGraph(std::string_view text, std::shared_ptr<types::TypeTable> table);

// Checks that a graph is well formed: use lists, owners, order of definition and use, types of
// block inputs and outputs against their node's. Empty when it is, else the first fault in words.
std::string verify(const Graph& graph);

}  // namespace ts::ir
