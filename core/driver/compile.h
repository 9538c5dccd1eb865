// Compiles one function or module of a Python file, for tsviz and the debugger.
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
  std::string error;  // why the target was not found or read; all other fields are then empty
  // The function, or a module's forward. When it or its graph is null, the diagnostics say why.
  ir::Function* function = nullptr;
  compiler::ConcreteModule* module = nullptr;  // the module, when the target is an nn.Module
  // In PyTorch's order: the first error is the one at which PyTorch would stop.
  std::vector<diag::Diagnostic> diagnostics;
  // Owns the function, its types, and the files that ranges point into.
  std::shared_ptr<const void> owner;
};

// Compiles a target in Python; the result has an error for any other kind.
// init: arguments, as Python source. The target is called with them and the result is compiled; see
// compiler::compileNamed.
CompiledTarget compileTarget(const Snapshot& snapshot, const Target& target,
                             std::optional<std::string_view> init = {});

}  // namespace ts::driver
