#include "core/ide/selection.h"

#include <algorithm>

#include "core/syntax/ast_walk.h"

namespace ts::ide {

namespace {

using namespace syntax;

struct Finder {
  uint32_t offset;
  std::vector<Span> spans;  // the widest first

  bool enter(Span span) {
    if (offset < span.begin || offset > span.end) return false;
    spans.push_back(span);
    return true;
  }
  template <typename Node>
  void operator()(const Node& node) {
    if (!enter(node.span)) return;
    inside(node);
    forEachChild(node, *this);
  }
  void inside(const Pattern&) {}
  void inside(const Expr& node) {
    if (const auto* attribute = dynCast<Attribute>(&node)) enter(attribute->attr.span);
    if (const auto* call = dynCast<Call>(&node)) {
      for (const Keyword* keyword : call->keywords) enter(keyword->span);
    }
  }
  void inside(const Stmt& node) {
    const auto parameters = [&](const Arguments& args) {
      for (const auto& list : {args.posonlyargs, args.args, args.kwonlyargs}) {
        for (const Arg* arg : list) enter(arg->span);
      }
    };
    if (node.kind == StmtKind::FunctionDef || node.kind == StmtKind::AsyncFunctionDef) {
      const auto& function = as<FunctionDef>(node);
      enter(function.name.span);
      parameters(*function.args);
      if (!function.body.empty())
        enter({function.body[0]->span.begin, function.body[function.body.size() - 1]->span.end});
    } else if (const auto* cls = dynCast<ClassDef>(&node)) {
      enter(cls->name.span);
      if (!cls->body.empty()) enter({cls->body.front()->span.begin, cls->body.back()->span.end});
    }
  }
};

}  // namespace

std::vector<Span> selectionRanges(const Document& document, uint32_t offset) {
  Finder finder{offset, {}};
  finder.enter({0, static_cast<uint32_t>(document.file().text().size())});
  for (const Stmt* statement : document.tree().body) finder(*statement);
  std::vector<Span> spans = std::move(finder.spans);
  std::stable_sort(spans.begin(), spans.end(), [](Span a, Span b) { return a.size() < b.size(); });
  // Two adjacent spans may both touch the offset. The chain keeps only spans that contain the
  // previous one.
  std::vector<Span> chain;
  for (const Span span : spans) {
    const bool widens = chain.empty() || (span.begin <= chain.back().begin &&
                                          chain.back().end <= span.end && span != chain.back());
    if (widens) chain.push_back(span);
  }
  return chain;
}

}  // namespace ts::ide
