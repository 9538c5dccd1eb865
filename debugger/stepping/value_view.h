// Values as an editor shows them: a short text, a type, and parts that are listed on demand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/eval/vm/state.h"

namespace ts::stepping {

struct ValueView {
  std::string text;     // on one line; a tensor's elements are left out
  std::string type;     // the class
  int64_t indexed = 0;  // parts with a number: elements
  int64_t named = 0;    // parts with a name: attributes, items of a dict
};
// Never runs code of the program, except __repr__ of its classes.
ValueView viewOf(eval::Vm& vm, const eval::Value& value);

// The text that Python's console prints, at most `most` bytes of it.
std::string fullText(eval::Vm& vm, const eval::Value& value, size_t most);

struct Part {
  std::string name;
  eval::Value value;
  std::string expression;  // Python source behind the parent's expression: "[0]", ".weight"
};
// Up to `count` named or indexed parts, from `first` on. May raise.
std::vector<Part> namedParts(eval::Vm& vm, const eval::Value& value, int64_t first, int64_t count);
std::vector<Part> indexedParts(eval::Vm& vm, const eval::Value& value, int64_t first,
                               int64_t count);
// Replaces a part: an element of a list, an item of a dict, an attribute. May raise; returns false
// when the value has no such part that can change.
bool setPart(eval::Vm& vm, const eval::Value& value, const std::string& name,
             const eval::Value& part);

}  // namespace ts::stepping
