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
  for (const Use& one : uses_)
    index_.occurrences_.push_back({one.span, index_.lookup(one.scope, one.name), one.role});

  // Writes create attributes, so they are resolved before reads.
  for (const AttributeUse& one : attributes_) {
    if (one.role == Role::Read) continue;
    const ScopeId cls = classOf(one.node->value, one.scope);
    SymbolId known = cls == kNone ? kNone : index_.member(cls, one.node->attr.text);
    const bool isNew = cls != kNone && known == kNone && one.node->attr;
    if (isNew) {
      known = static_cast<SymbolId>(index_.symbols_.size());
      Symbol symbol{one.node->attr.text, SymbolKind::Attribute, cls, one.node->attr.span,
                    one.declaration};
      index_.symbols_.push_back(symbol);
      index_.scopes_[cls].attributes.emplace(symbol.name, known);
    }
    if (known != kNone) {
      Symbol& symbol = index_.symbols_[known];
      ++bindings_[known];
      if (!symbol.value) symbol.value = one.value;
      if (!symbol.annotation) symbol.annotation = one.annotated;
    }
    index_.occurrences_.push_back({one.node->attr.span, known, isNew ? Role::Define : Role::Write});
  }
  for (const AttributeUse& one : attributes_) {
    if (one.role != Role::Read) continue;
    const SymbolId symbol = attributeOf(one.node->value, one.node->attr.text, one.scope);
    index_.occurrences_.push_back({one.node->attr.span, symbol, Role::Read});
  }
  resolveKeywords();

  auto& all = index_.occurrences_;
  std::erase_if(all, [](const Occurrence& one) { return one.span.size() == 0; });
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
  for (const KeywordUse& one : keywords_) {
    const ScopeId names = parametersOf(one.call->func, one.scope);
    for (const Keyword* keyword : one.call->keywords) {
      if (!keyword->arg) continue;
      SymbolId symbol = kNone;
      if (names != kNone) {
        const auto& table = index_.scopes_[names].byName;
        const auto found = table.find(keyword->arg.text);
        if (found != table.end()) symbol = found->second;
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
    const SymbolId found = next == kNone ? kNone : index_.member(next, name);
    if (found != kNone) return found;
  }
  return kNone;
}

}  // namespace ts::name_index
