// Shows problems of imported files at the import statement. Editors show diagnostics of open files
// only, and an imported file need not be open.
#pragma once

#include "core/driver/workspace.h"

namespace ts::lsp {

// Returns the result's diagnostics. The diagnostics of each imported file become one diagnostic at
// the import statement (at the file's start when there is none). Its message is the first problem,
// and its labels refer to all problems of the imported file.
std::vector<diag::Diagnostic> foldImported(const driver::Snapshot& snapshot,
                                           const driver::FileResult& result);

// Returns the result's diagnostics in the checked file.
std::vector<diag::Diagnostic> ownProblems(const driver::FileResult& result);

}  // namespace ts::lsp
