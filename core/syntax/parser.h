// Text to tree. Any text gives a tree; what is wrong with it goes to the sink.
#pragma once

#include "core/diag/diagnostic.h"
#include "core/syntax/ast.h"

namespace ts::syntax {

struct ParseOptions {
  // Brackets, blocks and operators nested deeper than this end in Rule::NestingTooDeep.
  int maxDepth = 200;
  // Bodies of functions are parsed when they are first asked for: for files that are only imported.
  // Syntax errors in them are then never reported, and their comments are not among
  // Module::comments.
  bool skipFunctions = false;
};

// The file's text is UTF-8 (source/ has decoded it). Spans in the tree are byte offsets into it.
ModulePtr parse(SourceFilePtr file, diag::Sink& sink, const ParseOptions& options = {});

// One expression, such as the text of a string annotation or of a type comment: `within` is where
// in the file the text stands, so that spans come out right. Null when it is no expression.
const Expr* parseExpression(const SourceFile& file, Span within, Arena& arena, diag::Sink& sink);

// Every comment of the file, also of those that parse() has skipped.
std::vector<Span> commentsIn(const SourceFile& file);

}  // namespace ts::syntax
