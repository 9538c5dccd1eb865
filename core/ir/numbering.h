// For who makes a graph that is to have given numbers: a parser, a copy.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/ir/ir.h"

namespace ts::ir {

struct Numbering {
  // Numbers in the text are kept; every other value takes the least one that is free, in order.
  static void apply(Graph& graph, const std::unordered_map<size_t, Value*>& numbered,
                    const std::vector<Value*>& inOrder);

  static void set(Value& value, size_t number) { value.unique_ = number; }
  // The number that the next value gets.
  static size_t next(const Graph& graph) { return graph.nextUnique_; }
  static void setNext(Graph& graph, size_t number) { graph.nextUnique_ = number; }
  // Null: no value had, has or was about to have that name.
  static const Name* findName(const Graph& graph, std::string_view text) {
    return graph.names_.find(text);
  }
};

}  // namespace ts::ir
