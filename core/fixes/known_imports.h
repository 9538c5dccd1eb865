// Names with one conventional meaning in model code, and the imports that give them.
#pragma once

#include <string>
#include <string_view>

#include "core/diag/diagnostic.h"
#include "core/syntax/ast.h"

namespace ts::fixes {

struct KnownImport {
  std::string statement;    // "import torch.nn.functional as F"; empty: the name is not a known one
  std::string_view module;  // that the name means: "torch.nn.functional"; empty: it is not a module
};
KnownImport knownImport(std::string_view name);

// Returns the edit that adds the statement after the file's imports.
diag::Edit importEdit(const syntax::Module& tree, std::string_view statement);

// The names of modules with a known import, such as "F" and "nn".
inline constexpr std::string_view kModuleNames[] = {"F", "math", "nn", "torch", "warnings"};

}  // namespace ts::fixes
