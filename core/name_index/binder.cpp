#include "core/name_index/binder.h"

#include <algorithm>

#include "core/syntax/bindings.h"

namespace ts::name_index {

using namespace syntax;

namespace {

// True for the decorators "@name" and "@x.name" and for calls of them.
bool isDecoratedBy(const FunctionDef& function, std::string_view wanted) {
  return std::any_of(function.decorators.begin(), function.decorators.end(),
                     [&](const Expr* decorator) {
                       if (const auto* call = dynCast<Call>(decorator)) decorator = call->func;
                       const std::string name = FileIndex::dotted(decorator);
                       return name == wanted || name.ends_with("." + std::string(wanted));
                     });
}

SymbolKind kindOfMethod(const FunctionDef& function) {
  for (const char* decorator : {"property", "cached_property", "setter", "getter"}) {
    if (isDecoratedBy(function, decorator)) return SymbolKind::Property;
  }
  return SymbolKind::Method;
}

}  // namespace

void Binder::run() {
  const Module& tree = *index_.tree_;
  open(ScopeKind::Module, {0, static_cast<uint32_t>(tree.file->text().size())});
  statements(tree.body);
  resolve();
}

ScopeId Binder::open(ScopeKind kind, Span span, SymbolId owner) {
  const auto id = static_cast<ScopeId>(index_.scopes_.size());
  index_.scopes_.push_back({kind, scope_, span, owner, {}, {}, {}, {}});
  return scope_ = id;
}

SymbolId Binder::bind(std::string_view name, Span span, Span declaration, SymbolKind kind) {
  if (name.empty()) return kNone;
  ScopeId where = scope_;
  if (const auto moved = elsewhere_.find(scope_); moved != elsewhere_.end()) {
    if (const auto entry = moved->second.find(name); entry != moved->second.end())
      where = entry->second;
  }
  Scope& scope = index_.scopes_[where];
  const auto id = static_cast<SymbolId>(index_.symbols_.size());
  const auto [entry, isNew] = scope.byName.try_emplace(name, id);
  if (isNew) {
    Symbol symbol{name, kind, where, span, declaration};
    index_.symbols_.push_back(symbol);
    scope.symbols.push_back(id);
  }
  ++bindings_[entry->second];
  index_.occurrences_.push_back({span, entry->second, isNew ? Role::Define : Role::Write});
  return entry->second;
}

void Binder::target(const Expr* node, const Stmt* statement, const Expr* value,
                    const Expr* annotated) {
  if (!node) return;
  forEachTarget(*node, [&](const Expr& leaf, const TargetPath& path) {
    const bool isWhole = path.isWhole();
    const Span declaration = statement ? statement->span : leaf.span;
    if (const auto* name = dynCast<Name>(&leaf)) {
      const SymbolId id = bind(name->id, name->span, declaration, SymbolKind::Variable);
      if (id == kNone || !isWhole) return;
      Symbol& symbol = index_.symbols_[id];
      if (!symbol.value) symbol.value = value;
      if (!symbol.annotation) symbol.annotation = annotated;
    } else if (const auto* attribute = dynCast<Attribute>(&leaf)) {
      expression(attribute->value);
      attributes_.push_back({attribute, scope_, Role::Write, declaration, isWhole ? value : nullptr,
                             isWhole ? annotated : nullptr});
    } else {
      expression(&leaf);
    }
  });
}

// A type comment contains names, but the parser does not parse it.
void Binder::typeComment(Span span) {
  const std::string_view text = index_.file()->text(span);
  const auto isNamePart = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
  };
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isNamePart(text[end])) ++end;
    const bool isFirst = at == 0 || text[at - 1] != '.';
    if (end > at && isFirst && !std::isdigit(static_cast<unsigned char>(text[at]))) {
      const auto begin = static_cast<uint32_t>(span.begin + at);
      use(text.substr(at, end - at), {begin, begin + static_cast<uint32_t>(end - at)});
    }
    at = std::max(end, at + 1);
  }
}

void Binder::annotation(const Expr* node) {
  if (!node) return;
  const auto* constant = dynCast<Constant>(node);
  if (!constant) {
    // Strings such as in `Optional["Net"]` contain names, too.
    const auto* subscript = dynCast<Subscript>(node);
    if (!subscript) return expression(node);
    expression(subscript->value);
    if (subscript->slice->kind != ExprKind::Tuple) return annotation(subscript->slice);
    for (const Expr* element : as<Sequence>(*subscript->slice).elts) annotation(element);
    return;
  }
  const std::string_view text = index_.file()->text(node->span);
  if (constant->constant == ConstantKind::Str && text.find('\\') == std::string_view::npos)
    typeComment(node->span);
}

void Binder::signature(const Arguments& args) {
  forEachParameter(args, [&](const Arg& arg) { annotation(arg.annotation); });
  for (const auto& list : {args.defaults, args.kwDefaults}) {
    for (const Expr* value : list) expression(value);
  }
}

void Binder::parameters(const Arguments& args) {
  forEachParameter(args, [&](const Arg& arg) {
    const SymbolId id = bind(arg.arg.text, arg.arg.span, arg.span, SymbolKind::Parameter);
    if (id == kNone) return;
    index_.symbols_[id].parameter = &arg;
    index_.symbols_[id].annotation = arg.annotation;
    if (!arg.typeComment.empty()) typeComment(arg.typeCommentSpan);
  });
}

void Binder::typeParameters(List<TypeParam*> list) {
  forEachTypeParameter(list, [&](const TypeParamNode& node) {
    bind(node.name.text, node.name.span, node.span, SymbolKind::TypeParameter);
    expression(node.bound);
    expression(node.defaultValue);
  });
}

void Binder::function(const FunctionDef& node) {
  for (const Expr* decorator : node.decorators) expression(decorator);
  const ScopeId cls = index_.scopes_[scope_].kind == ScopeKind::Class ? scope_ : kNone;
  const SymbolId id = bind(node.name.text, node.name.span, node.span,
                           cls != kNone ? kindOfMethod(node) : SymbolKind::Function);
  signature(*node.args);
  annotation(node.returns);
  const ScopeId body = open(ScopeKind::Function, node.span, id);
  if (id != kNone && !index_.symbols_[id].function) {
    index_.symbols_[id].function = &node;
    index_.symbols_[id].body = body;
  }
  typeParameters(node.typeParams);
  parameters(*node.args);
  const auto& first = node.args->posonlyargs.empty() ? node.args->args : node.args->posonlyargs;
  if (cls != kNone && !first.empty() && !isDecoratedBy(node, "staticmethod")) {
    const SymbolId receiver = index_.lookup(body, first[0]->arg.text);
    if (receiver != kNone) receivers_[receiver] = cls;
  }
  if (!node.typeComment.empty()) typeComment(node.typeCommentSpan);
  statements(node.body);
  close();
}

void Binder::classDefinition(const ClassDef& node) {
  for (const Expr* decorator : node.decorators) expression(decorator);
  const SymbolId id = bind(node.name.text, node.name.span, node.span, SymbolKind::Class);
  for (const Expr* base : node.bases) expression(base);
  for (const Keyword* keyword : node.keywords) expression(keyword->value);
  const ScopeId body = open(ScopeKind::Class, node.span, id);
  index_.scopes_[body].bases.assign(node.bases.begin(), node.bases.end());
  if (id != kNone && !index_.symbols_[id].cls) {
    index_.symbols_[id].cls = &node;
    index_.symbols_[id].body = body;
  }
  typeParameters(node.typeParams);
  statements(node.body);
  close();
}

void Binder::import(const Stmt& node) {
  const auto* from = dynCast<ImportFrom>(&node);
  forEachOwnBinding(node, [&](const NameBinding& binding) {
    const Alias& alias = *binding.alias;
    Import import = from ? Import{from->module, alias.name, from->level, from->moduleSpan}
                         : Import{alias.name, {}, 0, alias.nameSpan};
    // `import a.b` binds module a.
    if (!from && !alias.asname) import.module = binding.name;
    const SymbolId id = binding.kind == BindingKind::ImportStar
                            ? kNone
                            : bind(binding.name, binding.span, node.span, SymbolKind::Module);
    import.symbol = id;
    import.nameSpan = alias.nameSpan;
    if (id != kNone && index_.symbols_[id].import == kNone)
      index_.symbols_[id].import = static_cast<uint32_t>(index_.imports_.size());
    index_.imports_.push_back(import);
  });
}

void Binder::statement(const Stmt& node) {
  switch (node.kind) {
    case StmtKind::FunctionDef:
    case StmtKind::AsyncFunctionDef: return function(as<FunctionDef>(node));
    case StmtKind::ClassDef: return classDefinition(as<ClassDef>(node));
    case StmtKind::Import:
    case StmtKind::ImportFrom: return import(node);
    case StmtKind::Assign: {
      const auto& n = as<Assign>(node);
      expression(n.value);
      for (const Expr* assigned : n.targets) target(assigned, &node, n.value);
      if (!n.typeComment.empty()) typeComment(n.typeCommentSpan);
      return;
    }
    case StmtKind::AnnAssign: {
      const auto& n = as<AnnAssign>(node);
      annotation(n.annotation);
      expression(n.value);
      return target(n.target, &node, n.value, n.annotation);
    }
    case StmtKind::AugAssign:
      expression(as<AugAssign>(node).value);
      return target(as<AugAssign>(node).target, &node);
    case StmtKind::TypeAlias:
      target(as<TypeAlias>(node).name, &node);
      return expression(as<TypeAlias>(node).value);
    case StmtKind::For:
    case StmtKind::AsyncFor: {
      const auto& n = as<For>(node);
      expression(n.iter);
      target(n.target, nullptr);
      if (!n.typeComment.empty()) typeComment(n.typeCommentSpan);
      statements(n.body);
      return statements(n.orelse);
    }
    case StmtKind::With:
    case StmtKind::AsyncWith: {
      const auto& n = as<With>(node);
      for (const WithItem* item : n.items)
        expression(item->contextExpr), target(item->optionalVars, nullptr);
      return statements(n.body);
    }
    case StmtKind::Try:
    case StmtKind::TryStar: {
      const auto& n = as<Try>(node);
      statements(n.body);
      for (const ExceptHandler* handler : n.handlers) {
        expression(handler->type);
        bind(handler->name.text, handler->name.span, handler->name.span, SymbolKind::Variable);
        statements(handler->body);
      }
      statements(n.orelse);
      return statements(n.finalbody);
    }
    case StmtKind::Match: {
      const auto& n = as<Match>(node);
      expression(n.subject);
      for (const MatchCase* matchCase : n.cases)
        pattern(matchCase->pattern), expression(matchCase->guard), statements(matchCase->body);
      return;
    }
    case StmtKind::Global:
    case StmtKind::Nonlocal:
      for (const Identifier& name : as<NameList>(node).names) {
        ScopeId where = 0;
        if (node.kind == StmtKind::Nonlocal) {
          const SymbolId outer = index_.lookup(index_.scopes_[scope_].parent, name.text);
          where = outer == kNone ? scope_ : index_.symbols_[outer].scope;
        }
        elsewhere_[scope_][name.text] = where;
        use(name.text, name.span);
      }
      return;
    default: break;
  }
  struct Children {
    Binder& binder;
    void operator()(const Expr& child) { binder.expression(&child); }
    void operator()(const Stmt& child) { binder.statement(child); }
    void operator()(const Pattern& child) { binder.pattern(&child); }
  } children{*this};
  forEachChild(node, children);
}

void Binder::comprehension(const Expr& node, List<Comprehension*> clauses,
                           std::initializer_list<const Expr*> results) {
  // The enclosing scope evaluates the first iterable.
  if (!clauses.empty()) expression(clauses[0]->iter);
  open(ScopeKind::Comprehension, node.span);
  for (const Comprehension* clause : clauses) {
    if (clause != clauses[0]) expression(clause->iter);
    target(clause->target, nullptr);
    for (const Expr* condition : clause->ifs) expression(condition);
  }
  for (const Expr* result : results) expression(result);
  close();
}

void Binder::expression(const Expr* node) {
  if (!node) return;
  switch (node->kind) {
    case ExprKind::Name:
      if (as<Name>(*node).ctx == Context::Store) return target(node, nullptr);
      return use(as<Name>(*node).id, node->span);
    case ExprKind::Attribute: {
      const auto& n = as<Attribute>(*node);
      expression(n.value);
      if (n.attr) attributes_.push_back({&n, scope_, Role::Read, {}, nullptr, nullptr});
      return;
    }
    case ExprKind::Lambda: {
      const auto& n = as<Lambda>(*node);
      signature(*n.args);
      open(ScopeKind::Lambda, node->span);
      parameters(*n.args);
      expression(n.body);
      return close();
    }
    case ExprKind::ListComp:
    case ExprKind::SetComp:
    case ExprKind::GeneratorExp:
      return comprehension(*node, as<Comp>(*node).generators, {as<Comp>(*node).elt});
    case ExprKind::DictComp: {
      const auto& n = as<DictComp>(*node);
      return comprehension(*node, n.generators, {n.key, n.value});
    }
    case ExprKind::NamedExpr: {
      const auto& n = as<NamedExpr>(*node);
      expression(n.value);
      // The target is bound outside of comprehensions.
      const ScopeId inner = scope_;
      while (index_.scopes_[scope_].kind == ScopeKind::Comprehension)
        scope_ = index_.scopes_[scope_].parent;
      target(n.target, nullptr, n.value);
      scope_ = inner;
      return;
    }
    case ExprKind::Call:
      if (!as<Call>(*node).keywords.empty()) keywords_.push_back({&as<Call>(*node), scope_});
      break;
    default: break;
  }
  forEachChild(*node, [&](const Expr& child) { expression(&child); });
}

void Binder::pattern(const Pattern* node) {
  if (!node) return;
  struct Children {
    Binder& binder;
    void operator()(const Expr& child) { binder.expression(&child); }
    void operator()(const Pattern& child) { binder.pattern(&child); }
  } children{*this};
  forEachChild(*node, children);
  forEachOwnBinding(*node, [&](const NameBinding& binding) {
    bind(binding.name, binding.span, binding.span, SymbolKind::Variable);
  });
}

}  // namespace ts::name_index
