#include "core/eval/lazy_definitions.h"

#include <algorithm>

#include "core/eval/codegen.h"
#include "core/eval/vm.h"
#include "core/prelude/prelude.h"
#include "core/syntax/ast_walk.h"

namespace ts::eval {

using namespace syntax;

namespace {

std::string_view firstOf(std::string_view dotted) { return dotted.substr(0, dotted.find('.')); }

const syntax::Name* rootOf(const Expr* expr) {
  while (const auto* attribute = dynCast<Attribute>(expr)) expr = attribute->value;
  return dynCast<syntax::Name>(expr);
}

// The module, or package, from which a statement of the body imports the name; "." for a relative
// one, empty: none does.
std::string_view importerOf(const syntax::Module& tree, std::string_view name) {
  for (const Stmt* stmt : tree.body) {
    if (const auto* from = dynCast<syntax::ImportFrom>(stmt)) {
      for (const Alias* alias : from->names)
        if (boundName(*alias) == name) return from->level > 0 ? "." : firstOf(from->module);
    } else if (const auto* import = dynCast<syntax::Import>(stmt)) {
      for (const Alias* alias : import->names)
        if (boundName(*alias) == name) return firstOf(alias->name);
    }
  }
  return {};
}

const ClassDef* classNamed(const syntax::Module& tree, std::string_view name) {
  for (const Stmt* stmt : tree.body)
    if (const auto* def = dynCast<ClassDef>(stmt); def && def->name.text == name) return def;
  return nullptr;
}

// What a name meant before is still asked for while its class is made: `Enum = None` above it.
bool isAssigned(const syntax::Module& tree, std::string_view name) {
  for (const Stmt* stmt : tree.body) {
    const auto* assign = dynCast<Assign>(stmt);
    if (!assign) continue;
    for (const Expr* target : assign->targets) {
      const auto* variable = dynCast<syntax::Name>(target);
      if (variable && variable->id == name) return true;
    }
  }
  return false;
}

struct CallFinder {
  bool found = false;
  void look(const Expr& expr) {
    found = found || expr.kind == ExprKind::Call;
    if (!found) forEachChild(expr, [&](const auto& part) { look(part); });
  }
  void look(const Pattern&) {}
  void look(const Stmt&) {}
};

bool hasCall(const Expr* expr) {
  CallFinder finder;
  if (expr) finder.look(*expr);
  return finder.found;
}

bool isQuiet(const FunctionDef& def) {
  if (def.name.text == "__init_subclass__" || def.name.text == "__class_getitem__") return false;
  for (const Expr* decorator : def.decorators)
    if (hasCall(decorator)) return false;
  return std::ranges::none_of(def.args->defaults, hasCall) &&
         std::ranges::none_of(def.args->kwDefaults, hasCall);
}

bool isQuiet(EffectAnalysis& quiet, Module& module, const Stmt& stmt) {
  auto isQuietValue = [&](const Expr* value) {
    return !hasCall(value) || quiet.isQuiet(module, *value);
  };
  switch (stmt.kind) {
    case StmtKind::Pass: return true;
    case StmtKind::Expr: return as<ExprStmt>(stmt).value->kind == ExprKind::Constant;
    case StmtKind::Assign: return isQuietValue(as<Assign>(stmt).value);
    case StmtKind::AnnAssign: return isQuietValue(as<AnnAssign>(stmt).value);
    case StmtKind::FunctionDef:
    case StmtKind::AsyncFunctionDef: return isQuiet(as<FunctionDef>(stmt));
    default: return false;
  }
}

bool mayWait(Vm& vm, EffectAnalysis& quiet, Module& module, const ClassDef& def);

// A base of which it is known that it doesn't look at its subclasses.
bool isQuietBase(Vm& vm, EffectAnalysis& quiet, Module& module, const ClassDef& def, const Expr& base) {
  const syntax::Name* root = rootOf(&base);
  if (!root || root->id == def.name.text) return false;
  if (const ClassDef* other = classNamed(*module.tree, root->id))
    return &base == root && other->span.begin < def.span.begin &&
           mayWait(vm, quiet, module, *other);
  std::string_view from = importerOf(*module.tree, root->id);
  if (from.empty()) return &base == root && vm.builtins().find(vm.intern(root->id));
  return (from != "." && prelude::find(from)) || quiet.isQuietBase(module, base);
}

bool mayWait(Vm& vm, EffectAnalysis& quiet, Module& module, const ClassDef& def) {
  if (!module.isImported || !def.typeParams.empty() || isAssigned(*module.tree, def.name.text))
    return false;
  if (module.isLibrary) return true;
  if (!def.decorators.empty() || !def.keywords.empty()) return false;
  return std::ranges::all_of(def.body,
                             [&](const Stmt* stmt) { return isQuiet(quiet, module, *stmt); }) &&
         std::ranges::all_of(def.bases, [&](const Expr* base) {
           return isQuietBase(vm, quiet, module, def, *base);
         });
}

// -1 is a constant too.
bool isConstant(const Expr* expr) {
  if (const auto* unary = dynCast<syntax::UnaryOp>(expr)) expr = unary->operand;
  return !expr || expr->kind == ExprKind::Constant;
}

// The overloads of a function are remembered in the order in which they are made.
bool isOverloaded(const Module& module, const FunctionDef& def) {
  return std::ranges::count_if(module.tree->body, [&](const Stmt* stmt) {
           return stmt->kind == StmtKind::FunctionDef &&
                  as<FunctionDef>(*stmt).name.text == def.name.text;
         }) > 1;
}

bool mayWait(EffectAnalysis& quiet, Module& module, const FunctionDef& def) {
  if (!module.isImported || !def.typeParams.empty() || def.name.text.starts_with("__"))
    return false;
  auto isQuietDecorator = [&](const Expr* decorator) {
    return module.isLibrary || quiet.isQuietDecorator(module, *decorator);
  };
  if (!def.decorators.empty() &&
      (isOverloaded(module, def) || !std::ranges::all_of(def.decorators, isQuietDecorator)))
    return false;
  return module.isLibrary || (std::ranges::all_of(def.args->defaults, isConstant) &&
                              std::ranges::all_of(def.args->kwDefaults, isConstant));
}

// `Tensor = torch.Tensor` of a library module.
const syntax::Name* aliasTarget(const Module& module, const Stmt& stmt) {
  const auto* assign = dynCast<Assign>(&stmt);
  if (!module.isLibrary || !assign || assign->targets.size() != 1 ||
      assign->value->kind != ExprKind::Attribute)
    return nullptr;
  const syntax::Name* root = rootOf(assign->value);
  if (!root || (importerOf(*module.tree, root->id).empty() && !classNamed(*module.tree, root->id)))
    return nullptr;
  return dynCast<syntax::Name>(assign->targets[0]);
}

// `from .layers import a, b as c`.
bool mayWait(EffectAnalysis& quiet, const Module& module, const syntax::ImportFrom& from) {
  return module.isImported && !module.isLibrary && from.module != "__future__" &&
         std::ranges::all_of(from.names, [&](const Alias* alias) {
           return alias->name != "*" && quiet.isBoundOnce(module, boundName(*alias));
         });
}

// `name = value`, `name: annotation = value`.
struct Binding {
  const syntax::Name* name = nullptr;  // null: it isn't one
  const Expr* value = nullptr;
};
Binding bindingOf(const Stmt& stmt) {
  const auto* assign = dynCast<Assign>(&stmt);
  const auto* annotated = dynCast<AnnAssign>(&stmt);
  if (assign && assign->targets.size() == 1)
    return {dynCast<syntax::Name>(assign->targets[0]), assign->value};
  if (annotated && annotated->simple && annotated->value)
    return {dynCast<syntax::Name>(annotated->target), annotated->value};
  return {};
}

const syntax::Name* quietTarget(EffectAnalysis& quiet, Module& module, const Stmt& stmt);

// Lists, dicts and tuples of constants and of names that wait.
class Display {
 public:
  Display(EffectAnalysis& quiet, Module& module) : quiet_(quiet), module_(module) {}
  // Whether there are such names in it at all.
  bool readsWaiting(const Expr& value) { return isMadeOfThem(&value) && hasNames_; }

 private:
  bool isMadeOfThem(const Expr* value) {
    if (isConstant(value)) return true;
    auto isFine = [&](const Expr* element) { return isMadeOfThem(element); };
    if (value->kind == ExprKind::List || value->kind == ExprKind::Tuple)
      return std::ranges::all_of(as<syntax::Sequence>(*value).elts, isFine);
    if (const auto* dict = dynCast<syntax::Dict>(value))
      return std::ranges::all_of(dict->keys, isFine) && std::ranges::all_of(dict->values, isFine);
    const auto* name = dynCast<syntax::Name>(value);
    return name && waits(name->id) && (hasNames_ = true);
  }
  bool waits(std::string_view name) {
    return std::ranges::any_of(module_.tree->body, [&](const Stmt* stmt) {
      if (const auto* from = dynCast<syntax::ImportFrom>(stmt))
        return std::ranges::any_of(from->names,
                                   [&](const Alias* alias) { return boundName(*alias) == name; }) &&
               mayWait(quiet_, module_, *from);
      const Binding binding = bindingOf(*stmt);
      return binding.name && binding.name->id == name && quietTarget(quiet_, module_, *stmt);
    });
  }

  EffectAnalysis& quiet_;
  Module& module_;
  bool hasNames_ = false;
};

// `urls = Urls({"a": Weights.A.url})` and `meta = {"names": NAMES}` of an installed package.
const syntax::Name* quietTarget(EffectAnalysis& quiet, Module& module, const Stmt& stmt) {
  const Binding binding = bindingOf(stmt);
  if (!binding.name || binding.name->id.starts_with("__") || !module.isImported ||
      !isInstalled(module))
    return nullptr;
  // One that is being looked into doesn't wait, so that recursion ends.
  auto [known, isNew] = quiet.lateBindings.try_emplace(&stmt, false);
  bool& waits = known->second;
  if (isNew)
    waits = hasCall(binding.value) ? quiet.isQuietBinding(module, binding.name->id, *binding.value)
                                   : quiet.isBoundOnce(module, binding.name->id) &&
                                         Display(quiet, module).readsWaiting(*binding.value);
  return waits ? binding.name : nullptr;
}

// What stands for the value of `name.a.b` until it is needed.
Ref<Deferred> deferredAttribute(Vm& vm, Module& module, const Expr& value) {
  const syntax::Name* root = rootOf(&value);
  Ref<Deferred> deferred = new Deferred(&module, vm.intern(root->id));
  for (const Expr* at = &value; at != root; at = as<Attribute>(*at).value)
    deferred->attributes.push_back(vm.intern(as<Attribute>(*at).attr.text));
  std::ranges::reverse(deferred->attributes);
  return deferred;
}

}  // namespace

std::vector<Waiting> waiting(Vm& vm, EffectAnalysis& quiet, Module& module, const Stmt& stmt) {
  std::vector<Waiting> names;
  auto add = [&](std::string_view id) {
    Str* name = vm.intern(id);
    Ref<Deferred> deferred = new Deferred(&module, name);
    deferred->definition = &stmt;
    names.push_back({name, std::move(deferred)});
  };
  switch (stmt.kind) {
    case StmtKind::ClassDef:
      if (mayWait(vm, quiet, module, as<ClassDef>(stmt))) add(as<ClassDef>(stmt).name.text);
      break;
    case StmtKind::FunctionDef:
    case StmtKind::AsyncFunctionDef:
      if (mayWait(quiet, module, as<FunctionDef>(stmt))) add(as<FunctionDef>(stmt).name.text);
      break;
    case StmtKind::ImportFrom:
      if (mayWait(quiet, module, as<syntax::ImportFrom>(stmt)))
        for (const Alias* alias : as<syntax::ImportFrom>(stmt).names) add(boundName(*alias));
      break;
    default:
      if (const syntax::Name* target = aliasTarget(module, stmt))
        names.push_back(
            {vm.intern(target->id), deferredAttribute(vm, module, *as<Assign>(stmt).value)});
      else if (const syntax::Name* late = quietTarget(quiet, module, stmt))
        add(late->id);
  }
  return names;
}

void settleNames(Vm& vm, Module& module) {
  vm.runModule(module);
  std::vector<Value> waiting;
  module.globals->each([&](const Value&, const Value& value) {
    const auto* deferred = value.as<Deferred>();
    if (deferred && deferred->definition && deferred->definition->kind != StmtKind::ImportFrom)
      waiting.push_back(value);
  });
  for (const Value& value : waiting) vm.settled(value);
}

Ref<Deferred> deferredDefault(Vm& vm, Module& module, const Scope& scope, const Expr& value) {
  if (!module.isImported || value.kind != ExprKind::Attribute) return nullptr;
  bool isAtTop = scope.kind == ScopeKind::Module ||
                 (scope.kind == ScopeKind::Class && scope.parent->kind == ScopeKind::Module);
  const syntax::Name* root = rootOf(&value);
  if (!isAtTop || !root || importerOf(*module.tree, root->id).empty()) return nullptr;
  auto symbol = scope.symbols.find(vm.intern(root->id));
  if (symbol != scope.symbols.end() && symbol->second.bound) return nullptr;
  return deferredAttribute(vm, module, value);
}

}  // namespace ts::eval
