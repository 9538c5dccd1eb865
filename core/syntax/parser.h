// Parser: converts a text to a tree. Any text gives a tree; syntax errors go to the sink.
#pragma once

#include "core/diag/diagnostic.h"
#include "core/syntax/ast.h"

namespace ts::syntax {

struct ParseOptions {
  // NestingGuard nesting of brackets, blocks or operators ends in Rule::NestingTooDeep.
  int maxDepth = 200;
  // Parse function bodies on first access, for files that are only imported. Syntax errors in them
  // are never reported, and their comments are not in Module::comments.
  bool skipFunctions = false;
};

// Parses a file, whose text must be UTF-8 (decoded by core/source). Spans in the tree are byte
// offsets into it.
ModulePtr parse(SourceFilePtr file, diag::Sink& sink, const ParseOptions& options = {});

// Parses an expression, such as the text of a string annotation or type comment. `within` is its
// place in the file, so that spans are correct. Returns null if the text is not an expression.
const Expr* parseExpression(const SourceFile& file, Span within, Arena& arena, diag::Sink& sink);

// All comments of the file, including those in skipped functions.
std::vector<Span> commentsIn(const SourceFile& file);

}  // namespace ts::syntax
