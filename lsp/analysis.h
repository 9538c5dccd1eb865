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
#include "lsp/editor_state.h"
#include "lsp/lazy.h"

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
  bool isCancelled = false;  // returned early after a requested stop; all other fields are empty

  // ---- set by the caller of the analysis
  std::string uri;
  std::optional<int64_t> version;
  SourceFilePtr file;
  EditorStatePtr state;
  std::string error;       // why the check failed; there are no diagnostics then
  bool isRecheck = false;  // the text is unchanged since the last check of the document
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
