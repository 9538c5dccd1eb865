// The definitions of a file that its comments `# jitscope: script` and `# jitscope: off` choose.
#pragma once

#include <span>

#include "core/diag/check_comments.h"
#include "core/driver/source_cache.h"
#include "core/syntax/ast.h"

namespace ts::driver {

// Returns the range of a function or class from its first decorator on; an empty span for another
// statement.
Span definitionSpan(const syntax::Stmt& stmt);
// Returns the range of the name of a function or class.
Span definedName(const syntax::Stmt& stmt);

// `comments` are the ranges of all comments of the file.
diag::ChosenDefinitions chosenDefinitions(const syntax::Module& tree,
                                          std::span<const Span> comments);
// Likewise, for a parsed file that has a tree.
diag::ChosenDefinitions chosenDefinitions(const ParsedFile& parsed);

}  // namespace ts::driver
