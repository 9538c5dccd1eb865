// The analysis that the program runs: what tscheck would say about the file.
#pragma once

#include "lsp/analysis.h"

namespace ts::lsp {

Findings checkFile(const Snapshot& snapshot, const SourceFilePtr& file, const CancelToken& cancel);

}  // namespace ts::lsp
