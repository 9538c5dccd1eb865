#include "core/name_index/file_index.h"

#include <algorithm>

#include "core/name_index/binder.h"

namespace ts::name_index {

namespace {

using namespace syntax;

// Limit for classes that mistakenly are their own base.
constexpr int kMaxBases = 32;

std::string cleaned(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  size_t indent = std::string_view::npos;
  for (size_t i = 1; i < lines.size(); ++i) {
    const size_t first = lines[i].find_first_not_of(" \t\r");
    if (first != std::string_view::npos) indent = std::min(indent, first);
  }
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    const size_t skip = i == 0 ? line.find_first_not_of(" \t") : indent;
    line = line.substr(std::min(skip, line.size()));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t'))
      line.remove_suffix(1);
    if (out.empty() && line.empty()) continue;
    if (!out.empty()) out += '\n';
    out += line;
  }
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

template <typename Statements>
std::string docstring(const Statements& body) {
  if (body.empty()) return {};
  const auto* first = dynCast<ExprStmt>(body[0]);
  const auto* text = first ? dynCast<Constant>(first->value) : nullptr;
  return text && text->constant == ConstantKind::Str ? cleaned(text->text) : std::string();
}

}  // namespace

std::string docstringOf(const FunctionDef& function) { return docstring(function.body); }
std::string docstringOf(const ClassDef& cls) { return docstring(cls.body); }

std::shared_ptr<const FileIndex> FileIndex::build(ModulePtr tree) {
  auto index = std::make_shared<FileIndex>();
  index->tree_ = std::move(tree);
  Binder(*index).run();
  return index;
}

const Occurrence* FileIndex::at(uint32_t offset) const {
  auto after = std::upper_bound(
      occurrences_.begin(), occurrences_.end(), offset,
      [](uint32_t at, const Occurrence& occurrence) { return at < occurrence.span.begin; });
  if (after == occurrences_.begin()) return nullptr;
  const Occurrence& before = *std::prev(after);
  return offset <= before.span.end ? &before : nullptr;
}

std::vector<Occurrence> FileIndex::of(SymbolId symbol) const {
  std::vector<Occurrence> occurrences;
  std::copy_if(occurrences_.begin(), occurrences_.end(), std::back_inserter(occurrences),
               [&](const Occurrence& occurrence) { return occurrence.symbol == symbol; });
  return occurrences;
}

ScopeId FileIndex::scopeAt(uint32_t offset) const {
  ScopeId innermost = 0;
  for (ScopeId id = 1; id < scopes_.size(); ++id) {
    const Span span = scopes_[id].span;
    const bool isWithin = span.begin <= offset && offset <= span.end;
    if (isWithin && span.size() <= scopes_[innermost].span.size()) innermost = id;
  }
  return innermost;
}

SymbolId FileIndex::lookup(ScopeId from, std::string_view name) const {
  for (ScopeId id = from; id != kNone; id = scopes_[id].parent) {
    // Functions in a class don't see the class's names.
    if (scopes_[id].kind == ScopeKind::Class && id != from) continue;
    const auto entry = scopes_[id].byName.find(name);
    if (entry != scopes_[id].byName.end()) return entry->second;
  }
  return kNone;
}

ScopeId FileIndex::classNamed(ScopeId scope, const Expr* expr) const {
  const auto* name = dynCast<Name>(expr);
  const SymbolId symbol = name ? lookup(scope, name->id) : kNone;
  return symbol != kNone && symbols_[symbol].cls ? symbols_[symbol].body : kNone;
}

SymbolId FileIndex::member(ScopeId cls, std::string_view name) const {
  std::vector<ScopeId> open{cls};
  for (size_t i = 0; i < open.size() && i < kMaxBases; ++i) {
    const Scope& scope = scopes_[open[i]];
    for (const auto* table : {&scope.byName, &scope.attributes}) {
      const auto entry = table->find(name);
      if (entry != table->end()) return entry->second;
    }
    for (const Expr* base : scope.bases) {
      const ScopeId next = classNamed(scope.parent, base);
      if (next != kNone) open.push_back(next);
    }
  }
  return kNone;
}

std::string FileIndex::dotted(const Expr* expr) {
  if (const auto* name = dynCast<Name>(expr)) return std::string(name->id);
  const auto* attribute = dynCast<Attribute>(expr);
  if (!attribute) return {};
  std::string before = dotted(attribute->value);
  return before.empty() ? before : before + "." + std::string(attribute->attr.text);
}

std::string FileIndex::qualifiedName(SymbolId id) const {
  std::string name(symbols_[id].name);
  for (ScopeId scope = symbols_[id].scope; scope != kNone; scope = scopes_[scope].parent) {
    const SymbolId owner = scopes_[scope].owner;
    if (owner != kNone) name = std::string(symbols_[owner].name) + "." + name;
  }
  return name;
}

}  // namespace ts::name_index
