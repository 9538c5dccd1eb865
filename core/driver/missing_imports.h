// Reports imports that are not found: everything that depends on them is not checked.
#pragma once

#include <vector>

#include "core/driver/workspace.h"

namespace ts::driver {

// One diagnostic for each module that an import statement of the file names and that is not found.
// Imports in a try block with handlers are optional and are left out.
std::vector<diag::Diagnostic> missingImports(const Snapshot& snapshot, const std::string& path,
                                             const syntax::Module& tree);

}  // namespace ts::driver
