// The program's analysis: checks a file as tscheck does.
#pragma once

#include "lsp/checks/analysis.h"
#include "lsp/workspace/workspace_files.h"

namespace ts::lsp {

// The returned analysis caches checked files between calls: a call costs what has changed.
Analysis makeCompilerAnalysis(std::shared_ptr<WorkspaceFiles> files);

}  // namespace ts::lsp
