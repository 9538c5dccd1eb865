// Finds the call of torch.jit.trace with which a workspace traces a function or module.
#pragma once

#include <string>

#include "core/driver/target.h"
#include "core/driver/workspace.h"

namespace ts::driver {

// The example inputs of a trace.
struct FoundExample {
  std::string source;  // the call in the workspace: "export.py:8"; empty: there is none
  // As Python source, to be evaluated in the file of the target. Tensors have the shapes and dtypes
  // of the call's; small ones whose values follow from the code have those values, too.
  std::string arguments;

  // "inputs as in export.py:8: torch.randn(1, 3)"; empty without a source.
  std::string description() const;
};

// Returns the example of the first call that traces the target: a function or an instance at module
// level, or an instance of a module class. A call whose inputs are not known does not count.
// workspace: see InstanceSearch.
FoundExample findExample(const Snapshot& snapshot, const Target& target,
                         const std::string& workspace);

}  // namespace ts::driver
