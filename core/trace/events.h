// Events of a trace that lose information: a value of this run became a constant, or an operation
// was not recorded.
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
  NumPy,        // a tensor became a NumPy array
  Length,       // len(tensor)
  Iteration,    // for row in tensor
  Constructor,  // torch.tensor(...) and similar functions: the result is a constant
  ListOutput,   // a list among the results
  Resize,       // resize_: the tensor's history is dropped
  Nondeterministic,
  OutputDiffers,  // from the check of a trace
  // PyTorch does not warn about these:
  Index,     // a tensor was used as a Python index: range(n), items[n]
  Constant,  // a tensor that does not depend on the inputs was recorded as a constant
};
constexpr size_t kCauses = static_cast<size_t>(Cause::Constant) + 1;
// The name of a cause for JSON: "boolean", "constructor".
std::string_view nameOf(Cause cause);

struct Event {
  Cause cause;
  SourceRange at;       // the line of the user's source
  std::string subject;  // the subject, such as "torch.tensor" or the value that became a constant;
                        // may be empty
};
bool hasWarning(Cause cause);
// The text of the warning; empty if the cause has none.
std::string warningText(const Event& event);

}  // namespace ts::trace
