// Candidates: classes of modules that no root reaches. Their problems are information: they would
// keep an instance from being scripted.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/compiler/slicing/root_report.h"
#include "core/driver/workspace.h"

namespace ts::driver {

struct CandidateResult {
  std::vector<diag::Diagnostic> diagnostics;  // with severity information
  size_t models = 0;                          // classes of which an instance was checked
  size_t withProblems = 0;
  std::vector<ParsedFilePtr> files;
  std::shared_ptr<const void> typesOwner;  // of the recorded facts
};

// Checks the module classes at module level of a file without syntax errors, except those among
// `reached`, which is sorted. An instance comes from a call of the class in the file or in a file
// that imports it, if its arguments do not depend on local variables; else from the defaults, with
// Unknown for the other parameters. `facts` records facts about the file; null: none are recorded.
CandidateResult checkCandidates(const Snapshot& snapshot, const std::string& path,
                                const ParsedFilePtr& parsed,
                                const std::vector<compiler::ReachedClass>& reached,
                                compiler::Facts* facts, const std::stop_token& stop = {});

}  // namespace ts::driver
