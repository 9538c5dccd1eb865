// Fixes for diagnostics that were found without one.
#pragma once

#include <vector>

#include "core/compiler/facts.h"
#include "core/diag/diagnostic.h"
#include "core/syntax/ast.h"

namespace ts::fixes {

// Adds a fix to each diagnostic of the tree's file for which there is one. types: by place, as
// compiling noted them; fixes that would have to know a type that isn't there are left out.
void addFixes(const syntax::Module& tree, const std::vector<compiler::TypeFact>& types,
              std::vector<diag::Diagnostic>& diagnostics);

}  // namespace ts::fixes
