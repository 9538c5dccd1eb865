// What a trace can't hold: the places where a value of this one run went into it, or out of its
// sight.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/source/source_file.h"

namespace ts::trace {

enum class Cause : uint8_t {
  Boolean,
  Float,
  Integer,
  Complex,
  Number,
  List,
  NumPy,        // a tensor became a value of Python
  Length,       // len(tensor)
  Iteration,    // for row in tensor
  Constructor,  // torch.tensor(...) and kin: what comes out is a constant
  ListOutput,   // a list among the results
  Resize,       // resize_: what the tensor was before is forgotten
  Nondeterministic,
  OutputDiffers,  // of checking a trace
  // PyTorch doesn't warn of these:
  Index,     // a tensor was used as an index of Python: range(n), items[n]
  Constant,  // a tensor that isn't made of the inputs was recorded by its value
};
constexpr size_t kCauses = static_cast<size_t>(Cause::Constant) + 1;
// "boolean", "constructor": for JSON.
std::string_view nameOf(Cause cause);

struct Event {
  Cause cause;
  SourceRange at;  // the line of the user's file
  std::string
      subject;  // what it is about: "torch.tensor", the value that became a constant; may be empty
};
bool hasWarning(Cause cause);
// What the warning says; empty where there is none.
std::string warningText(const Event& event);

}  // namespace ts::trace
