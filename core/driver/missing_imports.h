// Reports imports that are not found, and imported files with syntax errors.
#pragma once

#include <vector>

#include "core/driver/workspace.h"

namespace ts::driver {

// One diagnostic for each module that an import statement of the file names and that is not found.
// Imports in a try block with handlers are optional and are left out.
std::vector<diag::Diagnostic> missingImports(const Snapshot& snapshot, const std::string& path,
                                             const syntax::Module& tree);

// The first syntax error of each imported file of the user's: Python cannot import such a file, so
// the program at `path` cannot run.
std::vector<diag::Diagnostic> brokenImports(const std::vector<ParsedFilePtr>& imports,
                                            const std::string& path);

}  // namespace ts::driver
