// The names of a graph's values and variables.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/pool.h"

namespace ts::ir {

class Value;

// A text that is, was or may become the name of a value: there is one Name for a text, so that
// pointers can be compared.
struct Name {
  std::string text;
  size_t hash = 0;
  size_t index = 0;        // among the names of the graph
  Value* owner = nullptr;  // the value that has the name now
  size_t lastSuffix = 0;   // as a base name: what Value::setDebugName counts on from
};

// The names of one graph. They stay as long as it does.
class Names {
 public:
  Name* get(std::string_view text) { return get(text, hashOf(text)); }
  Name* get(std::string_view text, size_t hash);
  // Null: nobody has asked for it so far.
  Name* find(std::string_view text) const;
  static size_t hashOf(std::string_view text);

 private:
  size_t place(std::string_view text, size_t hash) const;
  void grow();

  std::vector<Name*> slots_;  // open addressing; the size is a power of two
  size_t count_ = 0;
  Pool<Name> pool_;
};

}  // namespace ts::ir
