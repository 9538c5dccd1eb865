// The problems and facts that roots in the workspace cause in one open file: the second half of a
// check. While a newer text waits for its own, the findings of the older text move with the edit.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/compiler/reports/facts.h"
#include "core/diag/diagnostic.h"

namespace ts::lsp {

struct CheckResult;

// Immutable.
struct RootFindings {
  std::vector<diag::Diagnostic> diagnostics;  // in the file, with all fixes
  // The types and overloads of the expressions that roots and candidates reach, sorted by place.
  std::vector<compiler::TypeFact> types;
  std::vector<compiler::OverloadFact> overloads;
  std::shared_ptr<const void> owner;  // of what all of this refers to
  size_t factsHash = 0;               // equal facts give equal hashes, wherever they stand
  // The findings of the last text without syntax errors, at their places in this text. Null: this
  // text has no syntax errors.
  std::shared_ptr<const RootFindings> base;
};
using RootFindingsPtr = std::shared_ptr<const RootFindings>;

size_t hashOfFacts(const std::vector<compiler::TypeFact>& types);

// Returns the findings at their places in another text of the file. Findings that touch the text
// between the common beginning and the common end are left out.
RootFindingsPtr movedFindings(const RootFindings& findings, const SourceFilePtr& from,
                              const SourceFilePtr& to);

// Completes the findings of a text with syntax errors: outside of the functions that were compiled,
// adds the findings of the last text without such errors. `older` was moved to the text, or is
// null.
RootFindingsPtr completedFindings(const RootFindingsPtr& findings, const RootFindingsPtr& older,
                                  std::span<const Span> compiled);

// Adds findings to the first half of a check.
void addFindings(CheckResult& result, RootFindingsPtr findings);

}  // namespace ts::lsp
