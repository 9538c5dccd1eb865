// The last steps of every check: apply comments and the project's severities, and sort.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/driver/workspace.h"

namespace ts::driver {

bool hasErrors(const std::vector<diag::Diagnostic>& diagnostics);
// Adds the diagnostics that are not among the first ones yet. Two are the same when range, rule and
// message are equal.
void addNew(std::vector<diag::Diagnostic>& all, std::vector<diag::Diagnostic> more);
// Returns the files, except `own`, that the ranges of the diagnostics refer to.
std::vector<ParsedFilePtr> filesMentionedIn(const std::vector<diag::Diagnostic>& diagnostics,
                                            std::span<const ParsedFilePtr> files,
                                            const SourceFile* own);

struct PostprocessOptions {
  std::vector<Span> comments;
  bool parses = true;  // the file has no syntax errors
  Roots roots = Roots::Explicit;
  // Returns whether a range of the file is in a top-level function.
  std::function<bool(Span)> isInFunction;
  // Parses the file. Called when the result has no tree and a diagnostic is in an imported file.
  std::function<syntax::ModulePtr()> parse;
  // The project's severities; null: they are not applied.
  const diag::SeverityByRule* severity = nullptr;
};
// Sets `result.diagnostics` from the raw diagnostics. The result must have its file and imports.
void postprocessDiagnostics(FileResult& result, std::vector<diag::Diagnostic> diagnostics,
                            const PostprocessOptions& options);
// Adds the known fixes to the result's diagnostics, in its own file and in the project's files that
// it has read. `facts` has the types of these files.
void addFixes(FileResult& result, const compiler::Facts& facts);

}  // namespace ts::driver
