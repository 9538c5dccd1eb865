#include <algorithm>

#include "core/name_index/binder.h"

namespace ts::name_index {

using namespace syntax;

namespace {

// Limit on the steps through assignments and attributes; also ends cycles.
constexpr int kMaxSteps = 16;

bool isSuper(const Expr* node) {
  const auto* call = dynCast<Call>(node);
  const auto* name = call ? dynCast<Name>(call->func) : nullptr;
  return name && name->id == "super";
}

}  // namespace

void Binder::resolve() {
  for (const Use& use : uses_)
    index_.occurrences_.push_back({use.span, index_.lookup(use.scope, use.name), use.role});

  // Writes create attributes, so they are resolved before reads.
  for (const AttributeUse& use : attributes_) {
    if (use.role == Role::Read) continue;
    const ScopeId cls = classOf(use.node->value, use.scope);
    SymbolId member = cls == kNone ? kNone : index_.member(cls, use.node->attr.text);
    const bool isNew = cls != kNone && member == kNone && use.node->attr;
    if (isNew) {
      member = static_cast<SymbolId>(index_.symbols_.size());
      Symbol symbol{use.node->attr.text, SymbolKind::Attribute, cls, use.node->attr.span,
                    use.declaration};
      index_.symbols_.push_back(symbol);
      index_.scopes_[cls].attributes.emplace(symbol.name, member);
    }
    if (member != kNone) {
      Symbol& symbol = index_.symbols_[member];
      ++bindings_[member];
      if (!symbol.value) symbol.value = use.value;
      if (!symbol.annotation) symbol.annotation = use.annotated;
    }
    index_.occurrences_.push_back(
        {use.node->attr.span, member, isNew ? Role::Define : Role::Write});
  }
  for (const AttributeUse& use : attributes_) {
    if (use.role != Role::Read) continue;
    const SymbolId symbol = attributeOf(use.node->value, use.node->attr.text, use.scope);
    index_.occurrences_.push_back({use.node->attr.span, symbol, Role::Read});
  }
  resolveKeywords();

  auto& all = index_.occurrences_;
  std::erase_if(all, [](const Occurrence& occurrence) { return occurrence.span.size() == 0; });
  std::stable_sort(all.begin(), all.end(), [](const Occurrence& a, const Occurrence& b) {
    return a.span.begin < b.span.begin;
  });
  // Removes duplicates: a type comment may be parsed twice.
  all.erase(std::unique(
                all.begin(), all.end(),
                [](const Occurrence& a, const Occurrence& b) { return b.span.begin < a.span.end; }),
            all.end());
}

void Binder::resolveKeywords() {
  for (const KeywordUse& use : keywords_) {
    const ScopeId names = parametersOf(use.call->func, use.scope);
    for (const Keyword* keyword : use.call->keywords) {
      if (!keyword->arg) continue;
      SymbolId symbol = kNone;
      if (names != kNone) {
        const auto& table = index_.scopes_[names].byName;
        const auto entry = table.find(keyword->arg.text);
        if (entry != table.end()) symbol = entry->second;
      }
      index_.occurrences_.push_back({keyword->arg.span, symbol, Role::Read});
    }
  }
}

ScopeId Binder::parametersOf(const Expr* callee, ScopeId scope) {
  SymbolId symbol = kNone;
  if (const auto* name = dynCast<Name>(callee)) {
    symbol = index_.lookup(scope, name->id);
  } else if (const auto* attribute = dynCast<Attribute>(callee)) {
    symbol = attributeOf(attribute->value, attribute->attr.text, scope);
  }
  if (symbol == kNone) return kNone;
  const Symbol& called = index_.symbols_[symbol];
  if (!called.cls) return called.function ? called.body : kNone;
  const SymbolId init = index_.member(called.body, "__init__");
  // A class without __init__ is a NamedTuple or a dataclass, whose names are its fields.
  return init == kNone ? called.body : index_.symbols_[init].body;
}

ScopeId Binder::classOfSymbol(SymbolId id, int depth) {
  if (id == kNone || depth > kMaxSteps) return kNone;
  if (const auto receiver = receivers_.find(id); receiver != receivers_.end())
    return receiver->second;
  const Symbol& symbol = index_.symbols_[id];
  if (symbol.cls) return symbol.body;
  if (symbol.annotation) return index_.classNamed(symbol.scope, symbol.annotation);
  // A symbol with several bindings may have any value.
  if (bindings_[id] != 1 || !symbol.value) return kNone;
  const auto* call = dynCast<Call>(symbol.value);
  return call ? classOf(call, symbol.scope, depth + 1) : kNone;
}

ScopeId Binder::classOf(const Expr* node, ScopeId scope, int depth) {
  if (!node || depth > kMaxSteps) return kNone;
  if (const auto* name = dynCast<Name>(node))
    return classOfSymbol(index_.lookup(scope, name->id), depth);
  if (const auto* attribute = dynCast<Attribute>(node))
    return classOfSymbol(attributeOf(attribute->value, attribute->attr.text, scope, depth + 1),
                         depth + 1);
  const auto* call = dynCast<Call>(node);
  if (!call) return kNone;
  const auto* name = dynCast<Name>(call->func);
  const SymbolId called = name ? index_.lookup(scope, name->id) : kNone;
  return called != kNone && index_.symbols_[called].cls ? index_.symbols_[called].body : kNone;
}

SymbolId Binder::attributeOf(const Expr* value, std::string_view name, ScopeId scope, int depth) {
  if (!isSuper(value)) {
    const ScopeId cls = classOf(value, scope, depth);
    return cls == kNone ? kNone : index_.member(cls, name);
  }
  ScopeId cls = scope;
  while (cls != kNone && index_.scopes_[cls].kind != ScopeKind::Class)
    cls = index_.scopes_[cls].parent;
  if (cls == kNone) return kNone;
  for (const Expr* base : index_.scopes_[cls].bases) {
    const ScopeId next = index_.classNamed(index_.scopes_[cls].parent, base);
    const SymbolId symbol = next == kNone ? kNone : index_.member(next, name);
    if (symbol != kNone) return symbol;
  }
  return kNone;
}

}  // namespace ts::name_index
