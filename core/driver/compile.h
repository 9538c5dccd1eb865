// One function of a Python file, compiled: what tsviz shows and a debugger runs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/modules/concrete_module.h"
#include "core/diag/diagnostic.h"
#include "core/driver/target.h"
#include "core/driver/workspace.h"
#include "core/ir/ir.h"

namespace ts::driver {

struct CompiledTarget {
  std::string error;  // the target can't be found or read; then there is nothing else
  // The function, or a module's forward. Null, or its graph is: the diagnostics say why.
  ir::Function* function = nullptr;
  compiler::ConcreteModule* module = nullptr;  // of an nn.Module
  // In the order in which PyTorch would meet them: the first error is the one it stops at.
  std::vector<diag::Diagnostic> diagnostics;
  // Owns the function, its types, and the files that ranges point into.
  std::shared_ptr<const void> owner;
};

// For targets in Python; another kind is an error.
// init: arguments, as Python source, with which the target is called first; see
// compiler::compileNamed.
CompiledTarget compileTarget(const Snapshot& snapshot, const Target& target,
                             std::optional<std::string_view> init = {});

}  // namespace ts::driver
