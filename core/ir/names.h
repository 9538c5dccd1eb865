// The names of a graph's values and variables.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/pool.h"

namespace ts::ir {

class Value;

// A text that is, was or may become the name of a value. A graph has one Name per text, so that
// pointers can be compared.
struct Name {
  std::string text;
  size_t hash = 0;
  size_t index = 0;        // index among the names of the graph
  Value* owner = nullptr;  // the value that currently has the name
  size_t lastSuffix = 0;   // for a base name: Value::setDebugName continues counting from here
};

// The names of one graph; they live as long as the graph.
class Names {
 public:
  Name* get(std::string_view text) { return get(text, hashOf(text)); }
  Name* get(std::string_view text, size_t hash);
  // Returns null when the name was never requested.
  Name* find(std::string_view text) const;
  static size_t hashOf(std::string_view text);

 private:
  size_t findSlot(std::string_view text, size_t hash) const;
  void grow();

  std::vector<Name*> slots_;  // open addressing; the size is a power of two
  size_t count_ = 0;
  Pool<Name> pool_;
};

}  // namespace ts::ir
