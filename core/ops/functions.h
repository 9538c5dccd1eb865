// PyTorch's and torchvision's own Python functions, known by their schemas: a call of one compiles
// without its source.
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
    Overloads,        // several, tried in order
    BooleanDispatch,  // one of two other functions, by a flag that must be a constant
  };
  Kind kind;
  std::string_view pythonName;  // as it was asked for: "torch.norm"

  // ---- Function, Overloads
  std::string_view qualifiedName;  // "__torch__.torch.functional.norm"
  std::string_view file;  // "torch/functional.py", from the folder that the package lies in
  uint32_t line = 0;
  // Parsed when they are first asked for: whoever compiles the bodies needs none. Thread-safe.
  const std::vector<FunctionSchema>& schemas() const;
  std::vector<std::string_view> schemaTexts;
  // The qualified names that its first use in a process adds to the compilation unit, in order, its
  // own among them: it, what it calls, and each further overload under a mangled name
  // ("__torch__.torch.functional.___torch_mangle_0.norm"). The numbers are those of a fresh
  // process; they count on through all names that the process mangles, and a function that is there
  // already is not added again.
  std::vector<std::string_view> compiles;

  // ---- BooleanDispatch
  std::string_view argument;  // the flag's name, "return_indices"
  size_t index = 0;           // and its place in a call
  bool defaultFlag = false;
  std::string_view ifTrue;  // Python names of known functions, which may be dispatches again
  std::string_view ifFalse;

 private:
  mutable std::once_flag parsed_;
  mutable std::vector<FunctionSchema> schemas_;
};

// The function that can be reached under a Python name ("torch.nn.functional.relu", "torch.norm"),
// or null when PyTorch has none or can't script it. Thread-safe; read when first asked for; the
// pointer stays valid for the life of the process.
const KnownFunction* knownFunction(std::string_view pythonName);

}  // namespace ts::ops
