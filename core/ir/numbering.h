// Access to the numbers of values, for code that creates graphs with given numbers: parser and
// copy.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/ir/ir.h"

namespace ts::ir {

struct Numbering {
  // Assigns the given numbers; each other value gets the least free number, in order.
  static void apply(Graph& graph, const std::unordered_map<size_t, Value*>& numbered,
                    const std::vector<Value*>& inOrder);

  static void set(Value& value, size_t number) { value.unique_ = number; }
  // Returns the number of the next value.
  static size_t next(const Graph& graph) { return graph.nextUnique_; }
  static void setNext(Graph& graph, size_t number) { graph.nextUnique_ = number; }
  // Returns the Name for a text; null when the graph never used it.
  static const Name* findName(const Graph& graph, std::string_view text) {
    return graph.names_.find(text);
  }
};

}  // namespace ts::ir
