#include "core/driver/chosen_definitions.h"

#include <algorithm>

#include "core/compiler/slicing/jit_sites.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/parser.h"

namespace ts::driver {

namespace {

// Finds the definition whose header contains a line.
struct DefinitionWalk {
  const SourceFile& file;
  uint32_t line;
  size_t depth = 0;  // of statements
  std::optional<diag::DefinitionRange> range = {};

  void operator()(const syntax::Stmt& stmt) {
    if (range) return;
    const Span span = definitionSpan(stmt);
    if (span.size() > 0) {
      if (file.lineOf(span.begin) <= line && line <= file.lineOf(definedName(stmt).begin))
        range = {span, depth == 0};
    }
    ++depth;
    syntax::forEachChild(stmt, *this);
    --depth;
  }
  void operator()(const syntax::Expr&) {}
  void operator()(const syntax::Pattern&) {}
};

}  // namespace

Span definitionSpan(const syntax::Stmt& stmt) {
  auto spanFrom = [&](syntax::List<syntax::Expr*> decorators) {
    return decorators.empty() ? stmt.span : Span{decorators[0]->span.begin, stmt.span.end};
  };
  if (compiler::isFunction(stmt)) return spanFrom(syntax::as<syntax::FunctionDef>(stmt).decorators);
  if (stmt.kind == syntax::StmtKind::ClassDef)
    return spanFrom(syntax::as<syntax::ClassDef>(stmt).decorators);
  return {};
}

Span definedName(const syntax::Stmt& stmt) {
  return compiler::isFunction(stmt) ? syntax::as<syntax::FunctionDef>(stmt).name.span
                                    : syntax::as<syntax::ClassDef>(stmt).name.span;
}

diag::ChosenDefinitions chosenDefinitions(const syntax::Module& tree,
                                          std::span<const Span> comments) {
  return diag::chosenDefinitions(*tree.file, comments, [&](uint32_t line) {
    DefinitionWalk walk{*tree.file, line};
    for (const syntax::Stmt* stmt : tree.body) walk(*stmt);
    return walk.range;
  });
}

diag::ChosenDefinitions chosenDefinitions(const ParsedFile& parsed) {
  // The lexer runs only for files with such a comment.
  if (parsed.file->text().find(diag::kCheckMarker) == std::string_view::npos) return {};
  return chosenDefinitions(*parsed.tree, syntax::commentsIn(*parsed.file));
}

}  // namespace ts::driver
