// Type comments of functions. Either one line "# type: (int, Tensor) -> int", or one type after
// each parameter and "# type: (...) -> int" after them.
#pragma once

#include <optional>
#include <vector>

#include "core/syntax/ast.h"

namespace ts::compiler {

struct TypeComment {
  std::vector<const syntax::Expr*> parameters;
  const syntax::Expr* returns = nullptr;  // null without an arrow
  Span span;                              // the comment with the arrow
};

// Returns the type comment of a function; nullopt when it has none. As in PyTorch, the text "#
// type:" counts in any line of the function, including strings and comments of other statements.
// The expressions point into the file and are allocated in the arena. Throws CompileError for a
// malformed comment.
std::optional<TypeComment> typeCommentOf(const SourceFile& file,
                                         const syntax::FunctionDef& function, Arena& arena);

}  // namespace ts::compiler
