// The interface between the server and the compiler: a function that checks one file. The program
// implements it with core/driver; tests use functions of their own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/driver/workspace.h"
#include "lsp/checks/lazy.h"
#include "lsp/checks/root_findings.h"
#include "lsp/workspace/editor_state.h"

namespace ts::lsp {

// The result of checking one text of a file. A worker creates it and hands it to the server's
// thread; immutable from then on.
struct CheckResult {
  // ---- set by the analysis
  std::vector<diag::Diagnostic> diagnostics;  // `details` may add fixes
  // Paths of other files. When one of them changes, the diagnostics may change.
  std::vector<std::string> dependsOn;
  std::vector<std::shared_ptr<const void>> owners;  // of the files that the diagnostics point into
  // The diagnostics with all fixes, and facts about expressions; null: there are none.
  std::shared_ptr<const Lazy<driver::FileResult>> details;
  // The second half of the check: returns this result with the findings of roots. Null: there is
  // none. A text with syntax errors keeps the findings of an older text, moved to their places in
  // this one, where it has none of its own; null: there are none.
  std::function<CheckResult(const RootFindingsPtr& older, const std::stop_token& stop)> withRoots;
  RootFindingsPtr findings;      // already in `diagnostics` and `details`; null: not known yet
  bool mayHaveFindings = false;  // `findings` of an older text of the file hold for this one
  // Problems that the file's own roots cause in other files. Only in the second half.
  std::vector<diag::Diagnostic> elsewhere;
  bool isRoot = false;       // the file hands something to torch.jit; only in the second half
  bool isCancelled = false;  // returned early after a requested stop; all other fields are empty

  // ---- set by the caller of the analysis
  std::string uri;
  std::optional<int64_t> version;
  SourceFilePtr file;
  EditorStatePtr state;
  std::string error;          // why the check failed; `diagnostics` is empty then
  std::string rootsError;     // why the second half failed
  bool isSecondHalf = false;  // `withRoots` has run
  bool isRecheck = false;     // the text is unchanged since the last check of the document
  double milliseconds = 0;

  const std::vector<diag::Diagnostic>& withFixes() const {
    return details ? details->get().diagnostics : diagnostics;
  }
  // Types and overloads of expressions; null when the analysis has none.
  const driver::FileResult* facts() const { return details ? &details->get() : nullptr; }
};
using CheckResultPtr = std::shared_ptr<const CheckResult>;

// Checks the file, which is one of the state's texts or a file on disk. Called from several worker
// threads at once. Returns early once a stop is requested; the caller then discards the result.
using Analysis = std::function<CheckResult(const EditorState& state, const SourceFilePtr& file,
                                           const std::stop_token& stop)>;

}  // namespace ts::lsp
