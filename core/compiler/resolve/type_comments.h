// Type comments of functions: "# type: (int, Tensor) -> int" on one line, or one type a line behind
// each parameter and "# type: (...) -> int" after them.
#pragma once

#include <optional>
#include <vector>

#include "core/syntax/ast.h"

namespace ts::compiler {

struct TypeComment {
  std::vector<const syntax::Expr*> parameters;
  const syntax::Expr* returns = nullptr;  // null: there is no arrow
  Span span;                              // of the comment with the arrow
};

// The comment of a function, found as PyTorch finds it: by the text "# type:" in any line of the
// function, strings and comments of other statements not excepted. The expressions point into the
// file and live in the arena. Throws CompileError when there is one that can't be read.
std::optional<TypeComment> typeCommentOf(const SourceFile& file,
                                         const syntax::FunctionDef& function, Arena& arena);

}  // namespace ts::compiler
