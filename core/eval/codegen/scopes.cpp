#include "core/eval/codegen/scopes.h"

#include "core/eval/vm/vm.h"
#include "core/syntax/bindings.h"

namespace ts::eval {

using namespace syntax;

namespace {

// Collects the names that a scope binds and uses, and its nested scopes.
class Collector {
 public:
  Collector(Vm& vm, Scopes& scopes, Scope& scope) : vm_(vm), scopes_(scopes), scope_(scope) {}

  void collect() {
    if (scope_.analysed) return;
    scope_.analysed = true;
    // Every function in a class can see the class, for super().
    if (scope_.kind == ScopeKind::Class) {
      Symbol& cls = scope_.symbol(vm_.intern("__class__"));
      cls.cell = true;
    } else if (scope_.parent && scope_.parent->kind == ScopeKind::Class) {
      use(vm_.intern("__class__"));
    }
    switch (scope_.kind) {
      case ScopeKind::Module: break;  // every name is a global
      case ScopeKind::Class: statements(static_cast<const ClassDef*>(scope_.node)->body); break;
      case ScopeKind::Function: {
        const auto* def = static_cast<const FunctionDef*>(scope_.node);
        parameters(*def->args);
        statements(def->body);
        break;
      }
      case ScopeKind::Lambda: {
        const auto* lambda = static_cast<const syntax::Lambda*>(scope_.node);
        parameters(*lambda->args);
        expression(*lambda->body);
        break;
      }
      case ScopeKind::Comprehension:
      case ScopeKind::Generator: comprehension(); break;
      case ScopeKind::TypeParams: typeParams(); break;
      case ScopeKind::Annotations:
        annotations(*static_cast<const FunctionDef*>(scope_.node));
        break;
    }
  }

  std::vector<Scope*> children;

 private:
  Str* name(std::string_view text) { return scopes_.mangle(scope_, text); }
  void use(Str* text) { scope_.symbol(text); }
  void bind(std::string_view text) { scope_.symbol(name(text)).bound = true; }
  void bind(const NameBinding& binding) {
    switch (binding.kind) {
      case BindingKind::ImportStar: return;
      case BindingKind::Global: scope_.symbol(name(binding.name)).global = true; return;
      case BindingKind::Nonlocal: scope_.symbol(name(binding.name)).nonlocal = true; return;
      default: return bind(binding.name);
    }
  }
  Scope& child(ScopeKind kind, const void* node) {
    Scope& result = scopes_.get(kind, node, &scope_);
    children.push_back(&result);
    return result;
  }

  void parameters(const Arguments& args) {
    auto add = [&](const Arg* arg) {
      if (!arg) return;
      Symbol& symbol = scope_.symbol(name(arg->arg.text));
      symbol.bound = symbol.parameter = true;
    };
    for (const Arg* arg : args.posonlyargs) add(arg);
    for (const Arg* arg : args.args) add(arg);
    for (const Arg* arg : args.kwonlyargs) add(arg);
    add(args.vararg);
    add(args.kwarg);
  }
  void defaults(const Arguments& args) {
    for (const Expr* value : args.defaults) expression(*value);
    for (const Expr* value : args.kwDefaults)
      if (value) expression(*value);
  }
  void annotations(const FunctionDef& def) {
    auto add = [&](const Arg* arg) {
      if (arg && arg->annotation) expression(*arg->annotation);
    };
    for (const Arg* arg : def.args->posonlyargs) add(arg);
    for (const Arg* arg : def.args->args) add(arg);
    for (const Arg* arg : def.args->kwonlyargs) add(arg);
    add(def.args->vararg);
    add(def.args->kwarg);
    if (def.returns) expression(*def.returns);
  }

  void comprehension() {
    const auto& node = *static_cast<const Expr*>(scope_.node);
    syntax::List<Comprehension*> clauses =
        node.kind == ExprKind::DictComp ? as<DictComp>(node).generators : as<Comp>(node).generators;
    for (size_t i = 0; i < clauses.size(); ++i) {
      if (i > 0) expression(*clauses[i]->iter);  // the enclosing scope evaluates the first
      expression(*clauses[i]->target);
      for (const Expr* test : clauses[i]->ifs) expression(*test);
    }
    if (node.kind == ExprKind::DictComp) {
      expression(*as<DictComp>(node).key);
      expression(*as<DictComp>(node).value);
    } else {
      expression(*as<Comp>(node).elt);
    }
  }

  void typeParams() {
    const auto& node = *static_cast<const Stmt*>(scope_.node);
    syntax::List<TypeParam*> params =
        node.kind == StmtKind::ClassDef    ? as<ClassDef>(node).typeParams
        : node.kind == StmtKind::TypeAlias ? as<TypeAlias>(node).typeParams
                                           : as<FunctionDef>(node).typeParams;
    forEachTypeParameter(params, [&](const TypeParamNode& type) {
      bind(type.name.text);
      if (type.bound) expression(*type.bound);
      if (type.defaultValue) expression(*type.defaultValue);
    });
    if (node.kind == StmtKind::ClassDef) {
      classParts(as<ClassDef>(node));
    } else if (node.kind == StmtKind::TypeAlias) {
      expression(*as<TypeAlias>(node).value);
    } else {
      defaults(*as<FunctionDef>(node).args);
      functionScopes(as<FunctionDef>(node));
    }
  }
  void functionScopes(const FunctionDef& def) {
    child(ScopeKind::Function, &def);
    child(ScopeKind::Annotations, def.args);
    children.back()->node = &def;
  }
  void classParts(const ClassDef& def) {
    for (const Expr* base : def.bases) expression(*base);
    for (const Keyword* keyword : def.keywords) expression(*keyword->value);
    child(ScopeKind::Class, &def);
  }

  void statements(syntax::List<Stmt*> body) {
    for (const Stmt* stmt : body) statement(*stmt);
  }

  void statement(const Stmt& stmt) {
    auto recurse = [&](const Stmt& node) {
      forEachChild(node, [&](const auto& part) { visit(part); });
    };
    auto bindOwn = [&] { forEachOwnBinding(stmt, [&](const auto& binding) { bind(binding); }); };
    switch (stmt.kind) {
      case StmtKind::FunctionDef:
      case StmtKind::AsyncFunctionDef: {
        const auto& def = as<FunctionDef>(stmt);
        bindOwn();
        for (const Expr* decorator : def.decorators) expression(*decorator);
        if (!def.typeParams.empty()) {
          child(ScopeKind::TypeParams, def.typeParams.data()).node = &stmt;
          return;
        }
        defaults(*def.args);
        return functionScopes(def);
      }
      case StmtKind::ClassDef: {
        const auto& def = as<ClassDef>(stmt);
        bindOwn();
        for (const Expr* decorator : def.decorators) expression(*decorator);
        if (!def.typeParams.empty()) {
          child(ScopeKind::TypeParams, def.typeParams.data()).node = &stmt;
          return;
        }
        return classParts(def);
      }
      case StmtKind::TypeAlias: {
        const auto& alias = as<TypeAlias>(stmt);
        expression(*alias.name);
        if (!alias.typeParams.empty()) {
          child(ScopeKind::TypeParams, alias.typeParams.data()).node = &stmt;
          return;
        }
        return expression(*alias.value);
      }
      case StmtKind::Global:
      case StmtKind::Nonlocal:
      case StmtKind::Import:
      case StmtKind::ImportFrom: return bindOwn();
      case StmtKind::AnnAssign: {
        const auto& assign = as<AnnAssign>(stmt);
        expression(*assign.target);
        // Annotations of a function's variables are never evaluated.
        if (!scope_.isFunction()) expression(*assign.annotation);
        if (assign.value) expression(*assign.value);
        return;
      }
      case StmtKind::Try:
      case StmtKind::TryStar: bindOwn(); return recurse(stmt);
      case StmtKind::AsyncFor:
      case StmtKind::AsyncWith: scope_.isCoroutine = true; return recurse(stmt);
      default: return recurse(stmt);
    }
  }

  void visit(const Stmt& stmt) { statement(stmt); }
  void visit(const Expr& expr) { expression(expr); }
  void visit(const Pattern& pattern) {
    forEachChild(pattern, [&](const auto& part) { visit(part); });
    forEachOwnBinding(pattern, [&](const NameBinding& binding) { bind(binding); });
  }

  void expression(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::Name: {
        const auto& node = as<syntax::Name>(expr);
        if (node.ctx == Context::Load) {
          use(name(node.id));
          if (node.id == "super" && scope_.isFunction()) use(vm_.intern("__class__"));
        } else {
          bind(node.id);
        }
        return;
      }
      case ExprKind::NamedExpr: {
        // The := target in a comprehension belongs to the enclosing function.
        const auto& node = as<NamedExpr>(expr);
        Str* target = name(as<syntax::Name>(*node.target).id);
        Scope* owner = &scope_;
        while (owner->kind == ScopeKind::Comprehension || owner->kind == ScopeKind::Generator)
          owner = owner->parent;
        if (owner == &scope_) {
          scope_.symbol(target).bound = true;
        } else if (owner->isFunction()) {
          Symbol& outer = owner->symbol(target);
          if (outer.global) {
            scope_.symbol(target).global = true;
          } else {
            if (!outer.nonlocal) outer.bound = true;
            scope_.symbol(target).nonlocal = true;
          }
        } else {
          scope_.symbol(target).global = true;
        }
        return expression(*node.value);
      }
      case ExprKind::Lambda: {
        defaults(*as<syntax::Lambda>(expr).args);
        child(ScopeKind::Lambda, &expr);
        return;
      }
      case ExprKind::ListComp:
      case ExprKind::SetComp:
      case ExprKind::DictComp:
      case ExprKind::GeneratorExp: {
        syntax::List<Comprehension*> clauses = expr.kind == ExprKind::DictComp
                                                   ? as<DictComp>(expr).generators
                                                   : as<Comp>(expr).generators;
        expression(*clauses[0]->iter);
        child(expr.kind == ExprKind::GeneratorExp ? ScopeKind::Generator : ScopeKind::Comprehension,
              &expr);
        return;
      }
      case ExprKind::Yield:
      case ExprKind::YieldFrom: scope_.isGenerator = true; break;
      case ExprKind::Await: scope_.isCoroutine = true; break;
      default: break;
    }
    forEachChild(expr, [&](const auto& part) { visit(part); });
  }

  Vm& vm_;
  Scopes& scopes_;
  Scope& scope_;
};

// Finds the enclosing functions that bind the free names of a scope.
void resolve(Scope& scope, Str* className) {
  for (size_t i = 0; i < scope.order.size(); ++i) {
    Str* name = scope.order[i];
    Symbol& symbol = scope.symbols.find(name)->second;
    if (symbol.global || (symbol.bound && !symbol.nonlocal)) continue;
    if (scope.kind == ScopeKind::Class && name == className) continue;
    for (Scope* outer = scope.parent; outer; outer = outer->parent) {
      auto entry = outer->symbols.find(name);
      bool owns =
          entry != outer->symbols.end() &&
          (outer->kind == ScopeKind::Class ? name == className && entry->second.cell
                                           : outer->isFunction() && entry->second.bound &&
                                                 !entry->second.nonlocal && !entry->second.global);
      if (!owns) continue;
      entry->second.cell = true;
      for (Scope* between = &scope; between != outer; between = between->parent) {
        Symbol& passed = between->symbol(name);
        if (!passed.bound || passed.nonlocal || between->kind == ScopeKind::Class)
          passed.free = true;
      }
      break;
    }
  }
}

}  // namespace

bool Scope::isRoot() const {
  for (const Scope* scope = parent; scope; scope = scope->parent)
    if (scope->isFunction()) return false;
  return true;
}

Symbol& Scope::symbol(Str* name) {
  auto [at, isNew] = symbols.try_emplace(name);
  if (isNew) order.push_back(name);
  return at->second;
}

Variable Scope::variable(Str* name) const {
  auto entry = symbols.find(name);
  if (entry == symbols.end() || kind == ScopeKind::Module) return Variable::Global;
  const Symbol& symbol = entry->second;
  if (symbol.global) return Variable::Global;
  if (kind == ScopeKind::Class) {
    if (symbol.nonlocal) return Variable::Cell;
    return symbol.free && !symbol.bound ? Variable::NamedCell : Variable::Named;
  }
  if (symbol.free || symbol.cell) return Variable::Cell;
  if (symbol.bound) return Variable::Fast;
  // Annotations of methods see the names of the class.
  if (kind == ScopeKind::Annotations && parent->kind == ScopeKind::Class) return Variable::Named;
  return Variable::Global;
}

Scopes& scopesOf(Vm& vm, Module& module) {
  if (!module.scopes) module.scopes = std::make_shared<Scopes>(vm);
  return *module.scopes;
}

Scope& Scopes::get(ScopeKind kind, const void* node, Scope* parent) {
  auto [at, isNew] = byNode_.try_emplace(node, nullptr);
  if (isNew) {
    Scope& scope = scopes_.emplace_back(kind, node, parent);
    at->second = &scope;
    if (kind == ScopeKind::Class) {
      scope.className = vm_.intern(static_cast<const ClassDef*>(node)->name.text);
    } else if (parent) {
      scope.className = parent->className;
    }
  }
  return *at->second;
}

void Scopes::analyse(Scope& root) {
  if (root.analysed) return;
  std::vector<Scope*> work{&root}, all;
  while (!work.empty()) {
    Scope* scope = work.back();
    work.pop_back();
    Collector collector(vm_, *this, *scope);
    collector.collect();
    all.push_back(scope);
    for (Scope* child : collector.children)
      if (!child->isRoot()) work.push_back(child);
  }
  Str* className = vm_.intern("__class__");
  for (Scope* scope : all) resolve(*scope, className);
}

Str* Scopes::mangle(const Scope& scope, std::string_view name) {
  if (!scope.className || !name.starts_with("__") || name.ends_with("__") ||
      name.find('.') != name.npos)
    return vm_.intern(name);
  std::string_view cls = scope.className->text;
  while (cls.starts_with('_')) cls.remove_prefix(1);
  if (cls.empty()) return vm_.intern(name);
  return vm_.intern("_" + std::string(cls) + std::string(name));
}

}  // namespace ts::eval
