// Adds fixes to diagnostics.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/compiler/reports/facts.h"
#include "core/diag/diagnostic.h"
#include "core/syntax/ast.h"

namespace ts::fixes {

// Adds a fix to each diagnostic of the tree's file that has none and for which a fix is known.
// types: type facts sorted by position. A fix that needs a type that is not in `types` is omitted.
void addFixes(const syntax::Module& tree, const std::vector<compiler::TypeFact>& types,
              std::vector<diag::Diagnostic>& diagnostics);

// Chooses fixes that can be applied together: none of their edits touch.
class FixSelection {
 public:
  // takesUnsafe: also chooses fixes that may change behaviour.
  explicit FixSelection(bool takesUnsafe = false) : takesUnsafe_(takesUnsafe) {}

  bool takes(const diag::Fix& fix) const { return fix.safe || takesUnsafe_; }
  // Adds the diagnostic's first fix. Returns that fix; null when the selection does not take the
  // fix, or the fix touches an edit of an earlier one.
  const diag::Fix* add(const diag::Diagnostic& diagnostic);

 private:
  bool takesUnsafe_;
  std::map<std::string, std::vector<Span>, std::less<>> edited_;  // by path
};

}  // namespace ts::fixes
