// Candidates: classes of modules that no root reaches. Their problems would keep an instance from
// being scripted; they are information unless the project chooses another severity.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/compiler/slicing/root_report.h"
#include "core/driver/workspace.h"

namespace ts::driver {

struct CandidateResult {
  std::vector<diag::Diagnostic> diagnostics;  // with the severity of the options
  size_t models = 0;                          // classes of which an instance was checked
  size_t withProblems = 0;
  std::vector<ParsedFilePtr> files;
  std::shared_ptr<const void> typesOwner;   // of the recorded facts
  std::vector<Construction> constructions;  // with Detail::Facts
};

// Checks the module classes at module level of a file without syntax errors, except those among
// `reached`, which is sorted, and those that a comment switches off. FileEvaluation makes the
// instances. `facts` records facts about the code.
CandidateResult checkCandidates(const Snapshot& snapshot, const std::string& path,
                                const ParsedFilePtr& parsed,
                                const std::vector<compiler::ReachedClass>& reached,
                                compiler::Facts& facts, Detail detail,
                                const std::stop_token& stop = {});

}  // namespace ts::driver
