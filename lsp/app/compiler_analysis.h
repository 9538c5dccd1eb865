// The analysis that the program runs: what tscheck would say about the file.
#pragma once

#include "lsp/analysis.h"
#include "lsp/files.h"

namespace ts::lsp {

// Parsed and compiled files are kept between calls, so a call costs what has changed.
Analysis makeCompilerAnalysis(std::shared_ptr<Files> files);

}  // namespace ts::lsp
