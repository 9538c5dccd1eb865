// Adds fixes to diagnostics.
#pragma once

#include <vector>

#include "core/compiler/facts.h"
#include "core/diag/diagnostic.h"
#include "core/syntax/ast.h"

namespace ts::fixes {

// Adds a fix to each diagnostic of the tree's file that has none and for which a fix is known.
// types: type facts sorted by position. A fix that needs a type that is not in `types` is omitted.
void addFixes(const syntax::Module& tree, const std::vector<compiler::TypeFact>& types,
              std::vector<diag::Diagnostic>& diagnostics);

}  // namespace ts::fixes
