// One function of a Python file, compiled: what tsviz shows and a debugger runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/driver/target.h"
#include "core/driver/workspace.h"
#include "core/ir/ir.h"

namespace ts::driver {

struct CompiledTarget {
  std::string error;                // the target can't be found or read; then there is nothing else
  ir::Function* function = nullptr;  // null, or its graph is: the diagnostics say why
  // In the order in which PyTorch would meet them: the first error is the one it stops at.
  std::vector<diag::Diagnostic> diagnostics;
  // Owns the function, its types, and the files that ranges point into.
  std::shared_ptr<const void> owner;
};

// For targets in Python; another kind is an error.
CompiledTarget compileTarget(const Snapshot& snapshot, const Target& target);

}  // namespace ts::driver
