// PyTorch's and torchvision's own Python functions with their schemas: a call of a known function
// compiles without its source.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/ops/schema.h"

namespace ts::ops {

struct KnownFunction {
  enum class Kind : uint8_t {
    Function,         // one schema
    Overloads,        // several schemas, tried in order
    BooleanDispatch,  // two other functions; a constant flag selects one of them
  };
  Kind kind;
  std::string_view pythonName;  // the name of the look-up: "torch.norm"

  // ---- Function, Overloads
  std::string_view qualifiedName;  // "__torch__.torch.functional.norm"
  std::string_view file;  // "torch/functional.py", relative to the folder that contains the package
  uint32_t line = 0;
  // Parsed on first use, because a unit that compiles the bodies needs no schemas. Thread-safe.
  const std::vector<FunctionSchema>& schemas() const;
  std::vector<std::string_view> schemaTexts;
  // The qualified names that the first use of the function in a process adds to the compilation
  // unit, in order. They include the function itself, its callees, and each further overload under
  // a mangled name ("__torch__.torch.functional.___torch_mangle_0.norm"). The numbers are those of
  // a fresh process; a process counts mangled names across all functions. A function that was
  // already added is not added again.
  std::vector<std::string_view> compiles;

  // ---- BooleanDispatch
  std::string_view argument;  // the name of the flag, "return_indices"
  size_t index = 0;           // the position of the flag in a call
  bool defaultFlag = false;
  std::string_view ifTrue;  // Python names of known functions; these may be dispatches too
  std::string_view ifFalse;

 private:
  mutable std::once_flag parsed_;
  mutable std::vector<FunctionSchema> schemas_;
};

// Returns the function with a Python name ("torch.nn.functional.relu", "torch.norm"). Returns null
// when PyTorch has no such function or cannot script it. The entry is read on first use.
// Thread-safe; the pointer stays valid for the life of the process.
const KnownFunction* knownFunction(std::string_view pythonName);

}  // namespace ts::ops
