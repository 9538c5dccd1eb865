// Prints graphs as PyTorch's `.graph` does, and parses that text.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/ir/ir.h"

namespace ts::ir {

struct PrintOptions {
  bool locations = true;  // print "# file:line:column" after each node
};
std::string print(const Graph& graph, const PrintOptions& options = {});
std::string print(const Node& node, const PrintOptions& options = {});

// Returns a copy with values renumbered in order of appearance. With `keepNames`, values with a
// debug name keep it. Equals torch._C._jit_pass_canonicalize.
GraphPtr canonicalize(const Graph& graph, bool keepNames = true);

struct ParsedGraph {
  GraphPtr graph;     // null when the text is not a graph
  std::string error;  // the error, with the expected and the found text
  uint32_t line = 0;  // counted from 1
  uint32_t column = 0;
};
// Parses printed IR. Named types in the text are created in `table`, which the graph keeps alive.
// Nesting and size are limited; exceeding a limit is an error that contains the limit. Nodes may
// have any number of inputs, outputs and blocks; see formFault().
ParsedGraph parseGraph(std::string_view text, std::shared_ptr<types::TypeTable> table);

// Checks that nodes have the inputs, outputs, blocks and attributes of their kinds, whatever their
// types are. Returns the first fault as text; empty for a graph that printers and passes can read.
// Graphs from outside have to be checked.
std::string formFault(const Graph& graph);

// Checks that a graph is well-formed: use lists, owners, definition before use, and the types of
// block inputs and outputs against their node. Returns the first fault as text; empty for a valid
// graph.
std::string verify(const Graph& graph);

}  // namespace ts::ir
