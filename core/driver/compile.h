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

// The arguments with which a module class is called, where people have not given them.
struct FoundArguments {
  std::string source;  // the call in the workspace that has them: "export.py:8"; or empty
  // As Python source, to be evaluated in the file of the class. Nothing when they are unknown or
  // cannot be written so.
  std::optional<std::string> arguments;
  std::string error;                 // why none were found
  std::vector<std::string> missing;  // after an error: the parameters that need a value

  // "constructed as in export.py:8: Net(3)"; empty without a source.
  std::string description(const std::string& className) const;
};

struct CompiledTarget {
  std::string error;  // why the target was not found or read; all other fields are then empty
  // The function, or a module's forward. When it or its graph is null, the diagnostics say why.
  ir::Function* function = nullptr;
  compiler::ConcreteModule* module = nullptr;  // the module, when the target is an nn.Module
  // In PyTorch's order: the first error is the one at which PyTorch would stop.
  std::vector<diag::Diagnostic> diagnostics;
  FoundArguments arguments;  // of a module class
  // The reason why a function without errors has no graph: "because `torch.foo` (a.py:3) is not
  // known".
  std::string whyNoGraph;
  // Owns the function, its types, and the files that ranges point into.
  std::shared_ptr<const void> owner;
};

// The Python file of a target.
struct FoundFile {
  std::string path, error;  // one of them is empty
};
FoundFile fileOf(const Snapshot& snapshot, const Target& target);

// Returns the options with which a program looks at one target: its project file, and the import
// paths.
Options optionsFor(const FileSystem& files, const Target& target);

// Compiles a target in Python; the result has an error for any other kind.
// init: arguments, as Python source. The target is called with them and the result is compiled; see
// compiler::compileNamed.
// workspace: without `init`, the instance of a module class is the one that the Python files of
// this folder make; an empty text stands for the project's folder. Without a workspace the class is
// called without arguments.
CompiledTarget compileTarget(const Snapshot& snapshot, const Target& target,
                             std::optional<std::string_view> init = {},
                             const std::optional<std::string>& workspace = {});

// Returns the arguments of the instance that compileTarget() would show for a module class, or of
// the next one whose arguments can be written. Without an error and arguments, the target is not a
// module class.
FoundArguments findArguments(const Snapshot& snapshot, const Target& target,
                             const std::string& workspace);

}  // namespace ts::driver
