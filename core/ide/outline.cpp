#include "core/ide/outline.h"

#include <algorithm>

#include "core/base/utf8.h"
#include "core/ide/text.h"

namespace ts::ide {

namespace {

using name_index::FileIndex;
using name_index::ScopeId;
using name_index::ScopeKind;
using name_index::Symbol;
using name_index::SymbolId;
using name_index::SymbolKind;

// Deeper definitions are left out. The parser allows much deeper nesting.
constexpr int kMaxDepth = 64;

std::string cut(std::string text) {
  if (text.size() <= kMaxOutlineText) return text;
  text.resize(characterStart(text, kMaxOutlineText));
  return text += "...";
}

class Outliner {
 public:
  explicit Outliner(const Document& document) : file_(document.file()), index_(*document.index) {}

  std::vector<OutlineItem> of(ScopeId scope, int depth) {
    std::vector<OutlineItem> items;
    if (depth > kMaxDepth) return items;
    const bool isFunction = index_.scope(scope).kind == ScopeKind::Function;
    const auto add = [&](SymbolId id) {
      const Symbol& symbol = index_.symbol(id);
      const bool isDefinition = symbol.function || symbol.cls;
      const bool isVariable =
          symbol.kind == SymbolKind::Variable || symbol.kind == SymbolKind::Attribute;
      if (left_ > 0 && (isDefinition || (isVariable && !isFunction)))
        items.push_back(item(id, depth));
    };
    for (const SymbolId id : index_.scope(scope).symbols) add(id);
    for (const auto& [name, id] : index_.scope(scope).attributes) add(id);
    std::stable_sort(items.begin(), items.end(), [](const auto& a, const auto& b) {
      return a.selection.begin < b.selection.begin;
    });
    return items;
  }

 private:
  OutlineItem item(SymbolId id, int depth) {
    --left_;
    const Symbol& symbol = index_.symbol(id);
    OutlineItem item{cut(std::string(symbol.name)),
                     {},
                     symbol.kind,
                     id,
                     symbol.declaration,
                     symbol.nameSpan,
                     {}};
    if (symbol.function) item.detail = cut(signatureText(file_, *symbol.function));
    if (symbol.annotation) item.detail = cut(oneLine(file_.text(symbol.annotation->span)));
    if (symbol.body != name_index::kNone) item.children = of(symbol.body, depth + 1);
    // LSP requires the name to be within the range.
    item.range = cover(item.range, item.selection);
    return item;
  }

  const SourceFile& file_;
  const FileIndex& index_;
  size_t left_ = kMaxOutlineItems;
};

}  // namespace

std::vector<OutlineItem> outline(const Document& document) { return Outliner(document).of(0, 0); }

std::string signatureText(const SourceFile& file, const syntax::FunctionDef& function,
                          bool withoutFirst) {
  std::string out = "(";
  const syntax::Arguments& args = *function.args;
  const auto add = [&](std::string_view text) {
    if (out.size() > 1) out += ", ";
    out += text;
  };
  const auto parameter = [&](const syntax::Arg& arg, const syntax::Expr* value,
                             const char* stars = "") {
    std::string text = stars + std::string(arg.arg.text);
    if (arg.annotation) text += ": " + oneLine(file.text(arg.annotation->span));
    if (value) text += (arg.annotation ? " = " : "=") + oneLine(file.text(value->span));
    add(text);
  };
  const size_t positional = args.posonlyargs.size() + args.args.size();
  for (size_t i = 0; i < positional; ++i) {
    const bool isLastOnly = i + 1 == args.posonlyargs.size();
    if (i == 0 && withoutFirst) continue;
    const bool only = i < args.posonlyargs.size();
    const syntax::Arg& arg = only ? *args.posonlyargs[i] : *args.args[i - args.posonlyargs.size()];
    const size_t without = positional - std::min(positional, args.defaults.size());
    parameter(arg, i >= without ? args.defaults[i - without] : nullptr);
    if (isLastOnly) add("/");
  }
  if (args.vararg) parameter(*args.vararg, nullptr, "*");
  if (!args.vararg && !args.kwonlyargs.empty()) add("*");
  for (size_t i = 0; i < args.kwonlyargs.size(); ++i)
    parameter(*args.kwonlyargs[i], i < args.kwDefaults.size() ? args.kwDefaults[i] : nullptr);
  if (args.kwarg) parameter(*args.kwarg, nullptr, "**");
  out += ")";
  if (function.returns) out += " -> " + oneLine(file.text(function.returns->span));
  return out;
}

}  // namespace ts::ide
