// Comments that suppress a rule:
//
// - `x = f(y)  # tscheck: ignore[TS3001, TS4002]` suppresses diagnostics that start on this line.
// - `# tscheck: ignore[TS3001]` on a line of its own applies to the next line of code.
// - `# tscheck: ignore-file[TS8003]` above the first line of code applies to the whole file.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/diag/diagnostic.h"

namespace ts::diag {

struct SuppressionOptions {
  // Returns true if an unused suppression of this rule may be reported. Returns false where the
  // rule could not have been reported at all: in a file that could not be parsed, or in a function
  // that was not compiled. An empty function means always true.
  std::function<bool(Span comment, Rule rule)> wasChecked;
};

// Removes the diagnostics that comments of the file suppress, and adds diagnostics about faulty or
// unused suppressions. `comments` are the ranges of all comments of the file, each from its "#", in
// order. `diagnostics` are those of this file; the remaining diagnostics keep their order.
std::vector<Diagnostic> applySuppressions(const SourceFile& file, std::span<const Span> comments,
                                          std::vector<Diagnostic> diagnostics,
                                          const SuppressionOptions& options = {});

// Returns the edit that suppresses `diagnostic` by a comment at the end of its line; it extends an
// existing suppression. Empty when the line ends in a backslash. Editors offer this edit.
std::vector<Edit> suppressionEdit(const SourceFile& file, std::span<const Span> comments,
                                  const Diagnostic& diagnostic);

}  // namespace ts::diag
