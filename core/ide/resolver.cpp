#include "core/ide/resolver.h"

#include <algorithm>

#include "core/ide/walk.h"
#include "core/syntax/relative_import.h"

namespace ts::ide {

namespace {

using namespace syntax;
using name_index::kNone;
using name_index::ScopeId;
using name_index::Symbol;
using name_index::SymbolId;
using name_index::SymbolKind;

// The limit on steps from one name to the next. It ends cycles of imports.
constexpr int kMaxSteps = 40;
constexpr size_t kMaxBases = 64;

// Finds the for statement or comprehension whose target is the name with a span.
struct LoopSearch {
  Span name;
  const Expr* iterated = nullptr;

  template <typename Node>
  void operator()(const Node& node) {
    if constexpr (std::is_same_v<Node, Stmt>) {
      if (node.kind == StmtKind::For) look(*as<For>(node).target, as<For>(node).iter);
    } else if constexpr (std::is_same_v<Node, Expr>) {
      if (node.kind == ExprKind::ListComp) {
        for (const Comprehension* clause : as<Comp>(node).generators)
          look(*clause->target, clause->iter);
      }
    }
    if (!iterated) forEachChild(node, *this);
  }

 private:
  // In `for i, layer in enumerate(layers)`, the second name is an element.
  void look(const Expr& target, const Expr* iter) {
    if (target.span == name) iterated = iter;
    const auto* call = dynCast<Call>(iter);
    const auto* callee = call ? dynCast<Name>(call->func) : nullptr;
    if (target.kind != ExprKind::Tuple || !callee || callee->id != "enumerate") return;
    const List<Expr*> names = as<Sequence>(target).elts;
    if (names.size() == 2 && call->args.size() == 1 && names[1]->span == name)
      iterated = call->args[0];
  }
};

// Returns the expression over which the loop with this target iterates; null for other names.
const Expr* iteratedBy(const Module& tree, Span target) {
  LoopSearch search{target};
  for (const Stmt* stmt : tree.body) {
    if (stmt->span.contains(target.begin)) search(*stmt);
  }
  return search.iterated;
}

struct DepthGuard {
  explicit DepthGuard(int& depth) : depth(depth) { ++depth; }
  ~DepthGuard() { --depth; }
  int& depth;
};

}  // namespace

const Expr* expressionNamed(const Document& document, Span name) {
  const Expr* innermost = nullptr;
  forEachExpression(document.tree().body, [&](const Expr& node) {
    const auto* attribute = dynCast<Attribute>(&node);
    if (attribute ? attribute->attr.span == name : node.kind == ExprKind::Name && node.span == name)
      innermost = &node;
  });
  return innermost;
}

std::string Definition::dottedName() const {
  if (isModule()) return document->module;
  const std::string name = document->index->qualifiedName(symbol);
  return document->module.empty() ? name : document->module + "." + name;
}

DocumentPtr Resolver::module(const Document& from, std::string_view dotted, int level) {
  if (level == 0) return documents_.find(snapshot_, from.top, dotted);
  const auto name = syntax::absoluteModuleName(from.module, from.isPackage, level, dotted);
  if (!name || name->empty()) return nullptr;
  return from.isEmbedded ? documents_.embedded(*name) : documents_.find(snapshot_, from.top, *name);
}

std::optional<Definition> Resolver::memberOfModule(const DocumentPtr& module,
                                                   std::string_view name) {
  const DepthGuard guard(depth_);
  if (!module || depth_ > kMaxSteps) return std::nullopt;
  const auto& top = module->index->scope(0).byName;
  if (const auto entry = top.find(name); entry != top.end())
    return followed({module, entry->second});
  for (const name_index::Import& import : module->index->imports()) {
    if (import.name != "*") continue;
    const DocumentPtr from = this->module(*module, import.module, import.level);
    if (auto definition = from == module ? std::nullopt : memberOfModule(from, name))
      return definition;
  }
  if (!module->isPackage) return std::nullopt;
  const std::string submodule = module->module + "." + std::string(name);
  if (DocumentPtr document = module->isEmbedded
                                 ? documents_.embedded(submodule)
                                 : documents_.find(snapshot_, module->top, submodule))
    return Definition{std::move(document)};
  return std::nullopt;
}

std::optional<Definition> Resolver::followed(Definition definition) {
  const DepthGuard guard(depth_);
  if (definition.isModule()) return definition;
  if (depth_ > kMaxSteps) return std::nullopt;
  const Symbol& symbol = definition.info();
  if (symbol.import == kNone) {
    // `conv = nn.Conv2d` is an alias.
    const bool isAlias = symbol.kind == SymbolKind::Variable && symbol.value &&
                         symbol.value->kind == ExprKind::Attribute;
    if (isAlias && symbol.scope == 0) {
      if (auto aliased = of(definition.document, symbol.value)) return aliased;
    }
    return definition;
  }
  const name_index::Import& import = definition.document->index->imports()[symbol.import];
  DocumentPtr from = module(*definition.document, import.module, import.level);
  if (import.name.empty()) return from ? std::optional(Definition{std::move(from)}) : std::nullopt;
  // A package that imports its submodule from itself has no other definition of the name.
  const bool isOwn = from == definition.document && import.name == symbol.name;
  if (auto member = isOwn ? std::nullopt : memberOfModule(from, import.name)) return member;
  const std::string separator = import.module.empty() ? "" : ".";
  const std::string submodule = std::string(import.module) + separator + std::string(import.name);
  if (DocumentPtr document = module(*definition.document, submodule, import.level))
    return Definition{std::move(document)};
  return std::nullopt;
}

std::optional<Definition> Resolver::installed(const Definition& builtIn, const std::string& top) {
  const DocumentPtr document = documents_.installed(snapshot_, top, builtIn.document->module);
  if (!document || builtIn.isModule())
    return document ? std::optional(Definition{document}) : std::nullopt;
  // Follows the dotted path class by class.
  const std::string path = builtIn.document->index->qualifiedName(builtIn.symbol);
  SymbolId latest = kNone;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find('.', at), path.size());
    const ScopeId scope = latest == kNone ? 0 : document->index->symbol(latest).body;
    if (scope == kNone) return std::nullopt;
    latest = document->index->scope(scope).kind == name_index::ScopeKind::Class
                 ? document->index->member(scope, path.substr(at, end - at))
                 : document->index->lookup(scope, path.substr(at, end - at));
    if (latest == kNone) return std::nullopt;
    at = end + 1;
  }
  return Definition{document, latest};
}

std::vector<Definition> Resolver::bases(const Definition& cls) {
  std::vector<Definition> all{cls};
  const DepthGuard guard(depth_);
  if (depth_ > kMaxSteps) return all;
  for (size_t i = 0; i < all.size() && all.size() < kMaxBases; ++i) {
    const Definition cls = all[i];
    if (cls.info().body == kNone) continue;
    for (const Expr* base : cls.document->index->scope(cls.info().body).bases) {
      const auto definition = of(cls.document, base);
      const bool isClass = definition && !definition->isModule() && definition->info().cls;
      if (isClass && std::find(all.begin(), all.end(), *definition) == all.end())
        all.push_back(*definition);
    }
  }
  return all;
}

std::optional<Definition> Resolver::member(const Definition& of, std::string_view name) {
  if (of.isModule()) return memberOfModule(of.document, name);
  if (!of.info().cls) return std::nullopt;
  for (const Definition& cls : bases(of)) {
    const auto& scope = cls.document->index->scope(cls.info().body);
    for (const auto* table : {&scope.byName, &scope.attributes}) {
      if (const auto entry = table->find(name); entry != table->end())
        return Definition{cls.document, entry->second};
    }
  }
  return std::nullopt;
}

std::vector<Definition> Resolver::members(const Definition& of) {
  std::vector<Definition> all;
  std::vector<std::string_view> seen;
  const auto add = [&](const DocumentPtr& document, SymbolId id) {
    const std::string_view name = document->index->symbol(id).name;
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) return;
    seen.push_back(name);
    all.push_back({document, id});
  };
  if (of.isModule()) {
    for (const SymbolId id : of.document->index->scope(0).symbols) add(of.document, id);
    return all;
  }
  if (!of.info().cls) return all;
  for (const Definition& cls : bases(of)) {
    const auto& scope = cls.document->index->scope(cls.info().body);
    for (const SymbolId id : scope.symbols) add(cls.document, id);
    for (const auto& [name, id] : scope.attributes) add(cls.document, id);
  }
  return all;
}

std::optional<Definition> Resolver::classOfSymbol(const Definition& definition) {
  const DepthGuard guard(depth_);
  if (definition.isModule() || depth_ > kMaxSteps) return std::nullopt;
  const Symbol& symbol = definition.info();
  if (symbol.cls) return definition;
  const name_index::FileIndex& index = *definition.document->index;
  if (symbol.kind == SymbolKind::Parameter && !symbol.annotation &&
      index.scope(symbol.scope).parent != kNone) {
    // A method's first parameter is an instance of the class.
    const name_index::Scope& outer = index.scope(index.scope(symbol.scope).parent);
    const SymbolId method = index.scope(symbol.scope).owner;
    const bool isFirst = !index.scope(symbol.scope).symbols.empty() &&
                         index.scope(symbol.scope).symbols[0] == definition.symbol;
    if (outer.kind == name_index::ScopeKind::Class && method != kNone && isFirst &&
        outer.owner != kNone)
      return Definition{definition.document, outer.owner};
  }
  if (symbol.annotation) {
    auto cls = of(definition.document, symbol.annotation);
    return cls && !cls->isModule() && cls->info().cls ? cls : std::nullopt;
  }
  if (symbol.value) return classOf(definition.document, symbol.value);
  const Expr* container = iteratedBy(definition.document->tree(), symbol.nameSpan);
  return container ? elementClass(definition.document, container) : std::nullopt;
}

std::optional<Definition> Resolver::elementClass(const DocumentPtr& document,
                                                 const Expr* container) {
  const DepthGuard guard(depth_);
  if (!container || depth_ > kMaxSteps) return std::nullopt;
  if (const auto* slice = dynCast<Subscript>(container))
    return elementClass(document, slice->value);
  if (container->kind == ExprKind::ListComp) return classOf(document, as<Comp>(*container).elt);
  List<Expr*> elements;
  if (container->kind == ExprKind::List || container->kind == ExprKind::Tuple) {
    elements = as<Sequence>(*container).elts;
  } else if (const auto* call = dynCast<Call>(container)) {
    // nn.ModuleList([a, b]) has one argument, nn.Sequential(a, b) several.
    if (call->args.size() == 1) return elementClass(document, call->args[0]);
    elements = call->args;
  } else {
    const auto value = of(document, container);
    if (!value || value->isModule() || !value->info().value) return std::nullopt;
    return elementClass(value->document, value->info().value);
  }
  std::optional<Definition> common;
  for (const Expr* element : elements) {
    const auto cls = classOf(document, element);
    if (!cls || (common && !(*cls == *common))) return std::nullopt;
    common = cls;
  }
  return common;
}

std::optional<Definition> Resolver::classOf(const DocumentPtr& document, const Expr* expr) {
  const DepthGuard guard(depth_);
  if (depth_ > kMaxSteps) return std::nullopt;
  if (const auto* call = dynCast<Call>(expr)) {
    const auto* name = dynCast<Name>(call->func);
    if (name && name->id == "super") {
      ScopeId scope = document->index->scopeAt(name->span.begin);
      while (scope != kNone && document->index->scope(scope).kind != name_index::ScopeKind::Class)
        scope = document->index->scope(scope).parent;
      // A class without a name (it is being typed) has no symbol.
      const SymbolId owner = scope == kNone ? kNone : document->index->scope(scope).owner;
      if (owner == kNone) return std::nullopt;
      const auto all = bases({document, owner});
      return all.size() > 1 ? std::optional(all[1]) : std::nullopt;
    }
    auto called = of(document, call->func);
    return called && !called->isModule() && called->info().cls ? called : std::nullopt;
  }
  const auto value = of(document, expr);
  return value ? classOfSymbol(*value) : std::nullopt;
}

std::optional<Definition> Resolver::of(const DocumentPtr& document, const Expr* expr) {
  const DepthGuard guard(depth_);
  if (!expr || depth_ > kMaxSteps) return std::nullopt;
  if (const auto* name = dynCast<Name>(expr)) {
    const auto& index = *document->index;
    const SymbolId id = index.lookup(index.scopeAt(name->span.begin), name->id);
    if (id != kNone) return followed({document, id});
    for (const name_index::Import& import : index.imports()) {
      if (import.name != "*") continue;
      if (auto definition =
              memberOfModule(module(*document, import.module, import.level), name->id))
        return definition;
    }
    return std::nullopt;
  }
  const auto* attribute = dynCast<Attribute>(expr);
  if (!attribute) return std::nullopt;
  const auto value = of(document, attribute->value);
  if (value && (value->isModule() || value->info().cls))
    return member(*value, attribute->attr.text);
  const auto cls = classOf(document, attribute->value);
  return cls ? member(*cls, attribute->attr.text) : std::nullopt;
}

std::optional<Definition> Resolver::keyword(const DocumentPtr& document, Span name) {
  const Expr* callee = nullptr;
  forEachExpression(document->tree().body, [&](const Expr& node) {
    const auto* call = dynCast<Call>(&node);
    if (!call) return;
    for (const Keyword* keyword : call->keywords) {
      if (keyword->arg && keyword->arg.span == name) callee = call->func;
    }
  });
  auto called = of(document, callee);
  if (!called || called->isModule()) return std::nullopt;
  if (called->info().cls) {
    if (const auto init = member(*called, "__init__"); init && init->info().function) called = init;
  }
  if (called->info().body == kNone) return std::nullopt;
  const auto& names = called->document->index->scope(called->info().body).byName;
  const auto entry = names.find(document->file().text(name));
  return entry == names.end() ? std::nullopt
                              : std::optional(Definition{called->document, entry->second});
}

std::optional<Definition> Resolver::at(const DocumentPtr& document, uint32_t offset, bool follow) {
  const auto& index = *document->index;
  for (const name_index::Import& import : index.imports()) {
    const Span dotted = import.moduleSpan;
    if (offset < dotted.begin || offset > dotted.end) continue;
    // In a.b.c only the part up to the cursor counts.
    const std::string_view text = document->file().text(dotted);
    const size_t end = std::min(text.find('.', offset - dotted.begin), text.size());
    if (const DocumentPtr imported = module(*document, text.substr(0, end), import.level))
      return Definition{imported};
  }
  const name_index::Occurrence* occurrence = index.at(offset);
  if (!occurrence) {
    // In `from m import name as x`, `name` is not a variable of this file.
    for (const name_index::Import& import : index.imports()) {
      if (import.symbol == kNone || offset < import.nameSpan.begin || offset > import.nameSpan.end)
        continue;
      return followed({document, import.symbol});
    }
    return std::nullopt;
  }
  if (occurrence->symbol != kNone) {
    const Definition here{document, occurrence->symbol};
    return follow ? followed(here) : here;
  }
  if (const Expr* expr = expressionNamed(*document, occurrence->span)) return of(document, expr);
  return keyword(document, occurrence->span);
}

}  // namespace ts::ide
