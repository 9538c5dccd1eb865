// Comments that silence a rule:
//
//   x = f(y)  # tscheck: ignore[TS3001, TS4002]    for what starts on this line
//   # tscheck: ignore[TS3001]                      on a line of its own: for the next line of code
//   # tscheck: ignore-file[TS8003]                 above the first line of code: for the whole file
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/diag/diagnostic.h"

namespace ts::diag {

struct SuppressionOptions {
  // Whether a comment that does not suppress its rule is to be reported. Right only where the rule
  // had the chance to speak: not when the file could not be parsed, nor in a function that was not
  // compiled. Empty: it always had.
  std::function<bool(Span comment, Rule rule)> hadItsChance;
};

// Takes away what the comments of the file suppress and adds what is wrong with the comments
// themselves. `comments` are the ranges of all comments, from the "#" on, in order; `found` are
// diagnostics of this file. The order of what stays is kept.
std::vector<Diagnostic> applySuppressions(const SourceFile& file, std::span<const Span> comments,
                                          std::vector<Diagnostic> found,
                                          const SuppressionOptions& options = {});

// The edit that makes `diagnostic` go away by a comment at the end of its line, adding to one that
// stands there; for editors. No edit for a line that ends in a backslash.
std::vector<Edit> suppressionEdit(const SourceFile& file, std::span<const Span> comments,
                                  const Diagnostic& diagnostic);

}  // namespace ts::diag
