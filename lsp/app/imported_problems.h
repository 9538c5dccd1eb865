// Problems in files that an open file imports, shown where it imports them: the editor shows
// diagnostics of open files only, and what is imported need not be open.
#pragma once

#include "core/driver/workspace.h"

namespace ts::lsp {

// Takes out of the diagnostics of the result those that lie in other files, and puts one in their
// place for each such file: at the import statement that leads there, else at the file's start. It
// names the first problem and refers to all of them.
std::vector<diag::Diagnostic> foldImported(const driver::Snapshot& snapshot,
                                           const driver::FileResult& result);

}  // namespace ts::lsp
