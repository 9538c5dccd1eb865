// The last steps of a check, whatever was checked: what comments silence, and the order.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/compiler/check_file.h"
#include "core/driver/workspace.h"

namespace ts::driver {

bool hasErrors(const std::vector<diag::Diagnostic>& diagnostics);
compiler::Roots rootsOf(Roots roots);
// Those of the files that the diagnostics lie in, `own` aside.
std::vector<ParsedFilePtr> filesOf(const std::vector<diag::Diagnostic>& diagnostics,
                                   std::span<const ParsedFilePtr> files, const SourceFile* own);

struct Finishing {
  std::vector<Span> comments;
  bool parses = true;
  Roots roots = Roots::Explicit;
  std::function<bool(Span)>
      isInFunction;  // whether a range of the file lies in a function at module level
  std::function<syntax::ModulePtr()>
      parse;  // for a result that has no tree, in case that other files' diagnostics need it
};
// Fills in the result's diagnostics from what was found; its file and imports are there already.
void finishResult(FileResult& result, std::vector<diag::Diagnostic> found,
                  const Finishing& finishing);

}  // namespace ts::driver
