// Invariants of the tree of any text, broken or not. Fuzz targets and robustness tests check them.
#pragma once

#include <string>

#include "core/syntax/ast_dump.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/parser.h"

namespace ts::tests {

// Checks spans: each is ordered, inside the file and inside its parent's span. Exceptions:
// decorators are before their function's span, and nodes that recovery inserted are empty and may
// be anywhere.
class SpanCheck {
 public:
  explicit SpanCheck(uint32_t size) : size_(size) {}

  // Returns the first violation; empty when there is none.
  const std::string& problem() const { return problem_; }
  // Returns true when the tree contains a node of the parser's recovery.
  bool broken() const { return broken_; }

  void module(const syntax::Module& module) {
    parent_ = {0, size_};
    for (const syntax::Stmt* stmt : module.body) (*this)(*stmt);
  }

  void operator()(const syntax::Expr& node) { visit(node, false); }
  void operator()(const syntax::Pattern& node) { visit(node, false); }
  void operator()(const syntax::Stmt& node) {
    visit(node, node.kind == syntax::StmtKind::FunctionDef ||
                    node.kind == syntax::StmtKind::ClassDef ||
                    node.kind == syntax::StmtKind::AsyncFunctionDef ||
                    node.kind == syntax::StmtKind::Error);
  }

 private:
  template <typename Node>
  void visit(const Node& node, bool childrenBefore) {
    Span span = node.span;
    broken_ |= node.kind == decltype(node.kind)::Error;
    bool ordered = span.begin <= span.end && span.end <= size_;
    bool inside = span.size() == 0 || (parent_.begin <= span.begin && span.end <= parent_.end);
    if (!ordered || !inside) {
      if (problem_.empty()) {
        problem_ = std::string(ordered ? "outside its parent: " : "no span: ") +
                   std::to_string(span.begin) + " to " + std::to_string(span.end) + " in " +
                   std::to_string(parent_.begin) + " to " + std::to_string(parent_.end);
      }
    }
    Span before = parent_;
    if (childrenBefore)
      parent_.end = span.end;
    else
      parent_ = span;
    if (parent_.end < span.end) parent_.end = span.end;
    syntax::forEachChild(node, *this);
    parent_ = before;
  }

  uint32_t size_;
  Span parent_{};
  std::string problem_;
  bool broken_ = false;
};

// Parses the text and checks all invariants. Returns the first violation; empty when there is none.
inline std::string checkAnyText(std::string text) {
  auto file = std::make_shared<SourceFile>("any.py", std::move(text));
  diag::Sink sink;
  auto module = syntax::parse(file, sink);
  auto size = static_cast<uint32_t>(file->text().size());
  for (const diag::Diagnostic& diagnostic : sink.diagnostics()) {
    if (diagnostic.message.empty()) return "a diagnostic without a message";
    if (diagnostic.range.span.begin > diagnostic.range.span.end ||
        diagnostic.range.span.end > size) {
      return "a diagnostic outside the file: " + diagnostic.message;
    }
  }
  SpanCheck spans(size);
  spans.module(*module);
  if (!spans.problem().empty()) return spans.problem();
  if (spans.broken() && sink.size() == 0) return "an error node without a diagnostic";
  return syntax::dumpAst(*module).starts_with("Module(body=[") ? std::string() : "no dump";
}

}  // namespace ts::tests
