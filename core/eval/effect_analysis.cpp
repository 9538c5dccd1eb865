#include "core/eval/effect_analysis.h"

#include <algorithm>
#include <array>

#include "core/eval/codegen.h"
#include "core/eval/vm.h"
#include "core/syntax/bindings.h"

namespace ts::eval {

using namespace syntax;

namespace {

// Sorted. They read their arguments and make a value.
constexpr auto kFunctions = std::to_array<std::string_view>({
    "builtins.all",        "builtins.any",       "builtins.bool",   "builtins.callable",
    "builtins.dict",       "builtins.enumerate", "builtins.float",  "builtins.frozenset",
    "builtins.getattr",    "builtins.hasattr",   "builtins.int",    "builtins.isinstance",
    "builtins.issubclass", "builtins.iter",      "builtins.len",    "builtins.list",
    "builtins.max",        "builtins.min",       "builtins.next",   "builtins.range",
    "builtins.reversed",   "builtins.set",       "builtins.sorted", "builtins.str",
    "builtins.sum",        "builtins.tuple",     "builtins.zip",    "collections.OrderedDict",
    "functools.partial",   "inspect.signature",
});
constexpr auto kContainers = std::to_array<std::string_view>(
    {"builtins.dict", "builtins.list", "builtins.set", "builtins.tuple"});
constexpr auto kErrors = std::to_array<std::string_view>({
    "builtins.AttributeError",
    "builtins.KeyError",
    "builtins.NotImplementedError",
    "builtins.RuntimeError",
    "builtins.TypeError",
    "builtins.ValueError",
});
// As decorators, with arguments or without.
constexpr auto kDecorators = std::to_array<std::string_view>({
    "contextlib.contextmanager",
    "functools.cache",
    "functools.lru_cache",
    "functools.wraps",
});
// Of whatever object: those of the builtin types do nothing else.
constexpr auto kMethods = std::to_array<std::string_view>({
    "copy",
    "endswith",
    "format",
    "get",
    "items",
    "join",
    "keys",
    "lower",
    "replace",
    "split",
    "startswith",
    "upper",
    "values",
});
constexpr auto kEnumMetaclasses =
    std::to_array<std::string_view>({"enum.EnumMeta", "enum.EnumType"});
// What a class may define to see its subclasses, or its objects, being made.
constexpr auto kSeesSubclasses = std::to_array<std::string_view>({
    "__class_getitem__",
    "__init_subclass__",
    "__new__",
    "__set_name__",
    "_generate_next_value_",
    "_missing_",
});
constexpr auto kSeesClasses = std::to_array<std::string_view>({
    "__call__",
    "__getattribute__",
    "__init__",
    "__new__",
    "__prepare__",
    "__setattr__",
    "mro",
});
constexpr auto kSeesObjects = std::to_array<std::string_view>({
    "__init__",
    "__new__",
    "__post_init__",
    "__setattr__",
});

constexpr int kMostImports = 8;

template <size_t N>
bool isIn(const std::array<std::string_view, N>& sorted, std::string_view name) {
  return std::ranges::binary_search(sorted, name);
}

const FunctionDef* functionDef(const Stmt* stmt) {
  return stmt && stmt->kind == StmtKind::FunctionDef ? &as<FunctionDef>(*stmt) : nullptr;
}

template <size_t N>
bool definesAny(const ClassDef& def, const std::array<std::string_view, N>& names) {
  return std::ranges::any_of(def.body, [&](const Stmt* stmt) {
    const FunctionDef* method = functionDef(stmt);
    return method && isIn(names, method->name.text);
  });
}

// `name.a.b` as its name and ".a.b"; null: it is none.
const syntax::Name* split(const Expr& dotted, std::string& attributes) {
  const Expr* at = &dotted;
  for (; at->kind == ExprKind::Attribute; at = as<Attribute>(*at).value)
    attributes = "." + std::string(as<Attribute>(*at).attr.text) + attributes;
  return dynCast<syntax::Name>(at);
}

// Whether the dotted name begins with a variable of a function; what is no dotted name counts as
// one.
bool isOfLocal(const Expr& dotted, const std::vector<std::string_view>* locals) {
  std::string attributes;
  const syntax::Name* root = split(dotted, attributes);
  return !root || (locals && std::ranges::find(*locals, root->id) != locals->end());
}

void eachName(const Expr& expr, auto&& visit) {
  if (const auto* name = dynCast<syntax::Name>(&expr)) visit(name->id);
  struct Walk {
    decltype(visit)& found;
    void operator()(const Expr& part) { eachName(part, found); }
    void operator()(const Pattern&) {}
    void operator()(const Stmt&) {}
  };
  forEachChild(expr, Walk{visit});
}

// Visits the attributes and subscripts among the targets of an assignment: the names in them
// change.
void eachChanged(const Expr& target, auto&& changed) {
  forEachTarget(target, [&](const Expr& leaf, const TargetPath&) {
    if (leaf.kind != ExprKind::Name) eachName(leaf, changed);
  });
}

bool isOnlyName(const Expr& target) {
  if (target.kind == ExprKind::Tuple)
    return std::ranges::all_of(as<Sequence>(target).elts,
                               [](const Expr* part) { return isOnlyName(*part); });
  return target.kind == ExprKind::Name;
}

// The names that a function's statements bind. Statements that declare names global or nonlocal
// have side effects, so they don't matter here.
void collectLocals(syntax::List<Stmt*> statements, std::vector<std::string_view>& to) {
  forEachBinding(statements, [&](const NameBinding& binding) {
    if (binding.kind != BindingKind::Comprehension) to.push_back(binding.name);
  });
}

syntax::List<Stmt*> statementsOf(const FunctionDef& def) {
  return {def.body.data(), def.body.size()};
}

}  // namespace

const EffectAnalysis::Names& EffectAnalysis::namesOf(const Module& module) {
  auto [found, isNew] = names_.try_emplace(&module);
  Names& names = found->second;
  if (!isNew) return names;
  auto changed = [&](std::string_view name) { names.changed.insert(name); };
  auto look = [&](auto& self, const Stmt& stmt, bool isAtTop) -> void {
    forEachOwnBinding(stmt, [&](const NameBinding& binding) {
      switch (binding.kind) {
        case BindingKind::ImportStar: names.hasStar = true; [[fallthrough]];
        case BindingKind::Function:
        case BindingKind::Class:
        case BindingKind::Import:
        case BindingKind::ImportFrom:
        case BindingKind::Assign:
        case BindingKind::AnnAssign:
          // A conditional binding may not run, so it counts as two.
          names.bindings[binding.name] += isAtTop ? 1 : 2;
          return;
        case BindingKind::AugAssign:
        case BindingKind::Delete:
        case BindingKind::For:
        case BindingKind::With: return changed(binding.name);
        default: return;
      }
    });
    switch (stmt.kind) {
      case StmtKind::FunctionDef:
      case StmtKind::AsyncFunctionDef:
      case StmtKind::ClassDef:
      case StmtKind::Import:
      case StmtKind::ImportFrom: return;
      case StmtKind::Assign:
        for (const Expr* target : as<Assign>(stmt).targets) eachChanged(*target, changed);
        return;
      case StmtKind::AnnAssign: return eachChanged(*as<AnnAssign>(stmt).target, changed);
      case StmtKind::AugAssign: return eachChanged(*as<AugAssign>(stmt).target, changed);
      case StmtKind::Delete:
        for (const Expr* target : as<Delete>(stmt).targets) eachChanged(*target, changed);
        return;
      case StmtKind::For:
      case StmtKind::AsyncFor: eachChanged(*as<For>(stmt).target, changed); break;
      case StmtKind::With:
      case StmtKind::AsyncWith:
        for (const WithItem* item : as<With>(stmt).items)
          if (item->optionalVars) eachChanged(*item->optionalVars, changed);
        break;
      case StmtKind::Expr:
        if (as<ExprStmt>(stmt).value->kind != ExprKind::Constant)
          eachName(*as<ExprStmt>(stmt).value, changed);
        return;
      default: break;
    }
    struct Walk {
      decltype(self)& again;
      void operator()(const Stmt& inner) { again(again, inner, false); }
      void operator()(const Expr&) {}
      void operator()(const Pattern&) {}
    };
    forEachChild(stmt, Walk{self});
  };
  for (const Stmt* stmt : module.tree->body) look(look, *stmt, true);
  return names;
}

EffectAnalysis::Meaning EffectAnalysis::meaningOf(Module& module, const Expr& dotted) {
  std::string attributes;
  const syntax::Name* root = split(dotted, attributes);
  return root ? meaningOf(module, root->id, attributes, 0) : Meaning{};
}

EffectAnalysis::Meaning EffectAnalysis::meaningOf(Module& module, std::string_view name,
                                                  const std::string& attributes, int depth) {
  if (!module.tree || depth > kMostImports) return {};
  const Names& names = namesOf(module);
  auto bindings = names.bindings.find(name);
  if (bindings == names.bindings.end()) {
    if (names.hasStar || !vm_.builtins().find(vm_.intern(name))) return {};
    return {"builtins." + std::string(name) + attributes};
  }
  if (bindings->second != 1 || names.changed.contains(name)) return {};
  auto ofLibrary = [&](std::string_view of) {
    Ref<Module> found = vm_.module(of.substr(0, of.find('.')));
    return found && found->isLibrary;
  };
  for (const Stmt* stmt : module.tree->body) {
    if (const auto* def = functionDef(stmt); def && def->name.text == name)
      return {"", &module, attributes.empty() ? stmt : nullptr};
    if (const auto* def = dynCast<ClassDef>(stmt); def && def->name.text == name)
      return {"", &module, attributes.empty() ? stmt : nullptr};
    if (const auto* import = dynCast<syntax::Import>(stmt)) {
      for (const Alias* alias : import->names) {
        if (boundName(*alias) != name) continue;
        if (!ofLibrary(alias->name)) return {};
        return {std::string(alias->asname ? alias->name : name) + attributes};
      }
    } else if (const auto* from = dynCast<ImportFrom>(stmt)) {
      for (const Alias* alias : from->names) {
        if (boundName(*alias) != name) continue;
        const std::string source = importedModule(module, *from);
        if (ofLibrary(source)) return {source + "." + std::string(alias->name) + attributes};
        Ref<Module> other = vm_.module(source);
        return other ? meaningOf(*other, alias->name, attributes, depth + 1) : Meaning{};
      }
    }
  }
  return {};
}

bool EffectAnalysis::isQuiet(Module& module, const Expr& expr) {
  return isQuietIn(module, expr, nullptr);
}

// Without locals: at the top of the module, some time; there names mean the same only as long as
// nothing binds or changes them.
bool EffectAnalysis::isQuietIn(Module& module, const Expr& expr, const Locals* locals) {
  switch (expr.kind) {
    case ExprKind::Await:
    case ExprKind::Yield:
    case ExprKind::YieldFrom:
    case ExprKind::NamedExpr:
    case ExprKind::Error: return false;
    case ExprKind::Lambda:
      return as<Lambda>(expr).args->defaults.empty() && as<Lambda>(expr).args->kwDefaults.empty();
    case ExprKind::Name: {
      if (locals) return true;
      const Names& names = namesOf(module);
      const std::string_view name = as<syntax::Name>(expr).id;
      auto bindings = names.bindings.find(name);
      return !names.changed.contains(name) &&
             (bindings == names.bindings.end() || bindings->second == 1);
    }
    case ExprKind::Call:
      if (!isQuietCall(module, as<Call>(expr), locals)) return false;
      break;
    default: break;
  }
  // The variables of comprehensions are their own.
  const bool isComprehension = expr.kind == ExprKind::GeneratorExp ||
                               expr.kind == ExprKind::ListComp || expr.kind == ExprKind::SetComp ||
                               expr.kind == ExprKind::DictComp;
  static const Locals kNone;
  struct Walk {
    EffectAnalysis& quiet;
    Module& module;
    const Locals* locals;
    bool fine = true;
    void operator()(const Expr& part) { fine = fine && quiet.isQuietIn(module, part, locals); }
    void operator()(const Pattern&) {}
    void operator()(const Stmt&) {}
  } walk{*this, module, isComprehension && !locals ? &kNone : locals};
  forEachChild(expr, walk);
  return walk.fine;
}

bool EffectAnalysis::isQuietCall(Module& module, const Call& call, const Locals* locals) {
  if (const auto* method = dynCast<Attribute>(call.func);
      method && isIn(kMethods, method->attr.text))
    return true;
  if (isOfLocal(*call.func, locals)) return false;
  const Meaning meaning = meaningOf(module, *call.func);
  if (!meaning.library.empty())
    return isIn(kFunctions, meaning.library) || isIn(kErrors, meaning.library);
  if (!meaning.definition) return false;
  if (const FunctionDef* def = functionDef(meaning.definition))
    return isQuietFunction(*meaning.module, *def, nullptr, false);
  const auto* def = dynCast<ClassDef>(meaning.definition);
  return def && (isDataClass(*meaning.module, *def) || isContainer(*meaning.module, *def));
}

bool EffectAnalysis::isBoundOnce(const Module& module, std::string_view name) {
  const Names& names = namesOf(module);
  auto bindings = names.bindings.find(name);
  return bindings != names.bindings.end() && bindings->second == 1 && !names.changed.contains(name);
}

bool EffectAnalysis::isQuietBinding(Module& module, std::string_view name, const Expr& value) {
  if (!isBoundOnce(module, name) || !isQuiet(module, value)) return false;
  bool fine = true;
  eachName(value, [&](std::string_view read) {
    const Meaning meaning = meaningOf(module, read, "", 0);
    fine = fine && (meaning.definition || !meaning.library.empty());
  });
  return fine;
}

bool EffectAnalysis::isQuietDecorator(Module& module, const Expr& decorator) {
  return isQuietDecoratorIn(module, decorator, nullptr);
}

bool EffectAnalysis::isQuietDecoratorIn(Module& module, const Expr& decorator,
                                        const Locals* locals) {
  const auto* call = dynCast<Call>(&decorator);
  if (call) {
    auto isArgument = [&](const Expr* value) { return isQuietIn(module, *value, locals); };
    if (!std::ranges::all_of(call->args, isArgument) ||
        !std::ranges::all_of(call->keywords,
                             [&](const Keyword* keyword) { return isArgument(keyword->value); }))
      return false;
  }
  const Expr& called = call ? *call->func : decorator;
  if (isOfLocal(called, locals)) return false;
  const Meaning meaning = meaningOf(module, called);
  if (!meaning.library.empty()) return isIn(kDecorators, meaning.library);
  const FunctionDef* def = functionDef(meaning.definition);
  return def && isQuietFunction(*meaning.module, *def, nullptr, call != nullptr);
}

bool EffectAnalysis::isQuietFunction(Module& module, const FunctionDef& def, const Locals* outer,
                                     bool withResults) {
  auto& known = withResults ? factories_ : functions_;
  if (auto [found, isNew] = known.try_emplace(&def, false); !isNew) return found->second;
  Locals locals;
  if (outer) locals = *outer;
  forEachParameter(*def.args, [&](const Arg& arg) { locals.push_back(arg.arg.text); });
  const syntax::List<Stmt*> body = statementsOf(def);
  collectLocals(body, locals);
  if (!areQuietStatements(module, body, locals)) return false;
  if (withResults) {
    // What it returns is called with the function that is decorated: it has to be a function in it.
    for (const Stmt* stmt : body) {
      if (const FunctionDef* inner = functionDef(stmt)) {
        if (!isQuietFunction(module, *inner, &locals, false)) return false;
      } else if (const auto* result = dynCast<Return>(stmt)) {
        const auto* name = result->value ? dynCast<syntax::Name>(result->value) : nullptr;
        auto isIt = [&](const Stmt* other) {
          return functionDef(other) && name && functionDef(other)->name.text == name->id;
        };
        if (!std::ranges::any_of(body, isIt)) return false;
      } else if (stmt->kind != StmtKind::Expr && stmt->kind != StmtKind::Assign) {
        return false;
      }
    }
  }
  return known[&def] = true;
}

bool EffectAnalysis::areQuietStatements(Module& module, syntax::List<Stmt*> statements,
                                        const Locals& locals) {
  return std::ranges::all_of(
      statements, [&](const Stmt* stmt) { return isQuietStatement(module, *stmt, locals); });
}

bool EffectAnalysis::isQuietStatement(Module& module, const Stmt& stmt, const Locals& locals) {
  auto quiet = [&](const Expr* expr) { return !expr || isQuietIn(module, *expr, &locals); };
  switch (stmt.kind) {
    case StmtKind::Pass:
    case StmtKind::Break:
    case StmtKind::Continue: return true;
    case StmtKind::Expr: return quiet(as<ExprStmt>(stmt).value);
    case StmtKind::Return: return quiet(as<Return>(stmt).value);
    case StmtKind::Raise: return quiet(as<Raise>(stmt).exc) && quiet(as<Raise>(stmt).cause);
    case StmtKind::Assert: return quiet(as<Assert>(stmt).test) && quiet(as<Assert>(stmt).msg);
    case StmtKind::Assign: {
      const auto& assign = as<Assign>(stmt);
      auto isOwn = [&](const Expr* target) {
        return isOnlyName(*target) || isRegistration(module, *target, locals);
      };
      return std::ranges::all_of(assign.targets, isOwn) && quiet(assign.value);
    }
    case StmtKind::AnnAssign:
      return isOnlyName(*as<AnnAssign>(stmt).target) && quiet(as<AnnAssign>(stmt).value);
    case StmtKind::If: {
      const auto& branch = as<If>(stmt);
      return quiet(branch.test) && areQuietStatements(module, branch.body, locals) &&
             areQuietStatements(module, branch.orelse, locals);
    }
    case StmtKind::For: {
      const auto& loop = as<For>(stmt);
      return isOnlyName(*loop.target) && quiet(loop.iter) &&
             areQuietStatements(module, loop.body, locals) &&
             areQuietStatements(module, loop.orelse, locals);
    }
    case StmtKind::Try: {
      const auto& attempt = as<Try>(stmt);
      return areQuietStatements(module, attempt.body, locals) &&
             areQuietStatements(module, attempt.orelse, locals) &&
             areQuietStatements(module, attempt.finalbody, locals) &&
             std::ranges::all_of(attempt.handlers, [&](const ExceptHandler* handler) {
               return quiet(handler->type) && areQuietStatements(module, handler->body, locals);
             });
    }
    case StmtKind::FunctionDef: {
      const auto& def = as<FunctionDef>(stmt);
      return std::ranges::all_of(def.args->defaults, quiet) &&
             std::ranges::all_of(def.args->kwDefaults, quiet) &&
             std::ranges::all_of(def.decorators, [&](const Expr* expr) {
               return isQuietDecoratorIn(module, *expr, &locals);
             });
    }
    default: return false;
  }
}

bool EffectAnalysis::isRegistration(Module& module, const Expr& target, const Locals& locals) {
  const auto* subscript = dynCast<Subscript>(&target);
  const auto* registry = subscript ? dynCast<syntax::Name>(subscript->value) : nullptr;
  return registry && isInstalled(module) &&
         std::ranges::find(locals, registry->id) == locals.end() &&
         isQuietIn(module, *subscript->slice, &locals);
}

bool EffectAnalysis::isDataClass(Module& module, const ClassDef& def) {
  if (def.decorators.size() != 1 || !def.bases.empty() || !def.keywords.empty() ||
      definesAny(def, kSeesObjects))
    return false;
  const auto* call = dynCast<Call>(def.decorators[0]);
  return meaningOf(module, call ? *call->func : *def.decorators[0]).library ==
         "dataclasses.dataclass";
}

bool EffectAnalysis::isContainer(Module& module, const ClassDef& def) {
  return def.decorators.empty() && def.keywords.empty() && def.bases.size() == 1 &&
         !definesAny(def, kSeesObjects) &&
         isIn(kContainers, meaningOf(module, *def.bases[0]).library);
}

bool EffectAnalysis::isQuietBase(Module& module, const Expr& base) {
  const Meaning meaning = meaningOf(module, base);
  if (!meaning.library.empty()) return true;
  const auto* def = meaning.definition ? dynCast<ClassDef>(meaning.definition) : nullptr;
  return def && isQuietParent(*meaning.module, *def);
}

bool EffectAnalysis::isQuietParent(Module& module, const ClassDef& def) {
  if (auto [found, isNew] = parents_.try_emplace(&def, false); !isNew) return found->second;
  if (!def.decorators.empty() || definesAny(def, kSeesSubclasses)) return false;
  for (const Keyword* keyword : def.keywords)
    if (keyword->arg.text != "metaclass" || !isQuietMetaclass(module, *keyword->value))
      return false;
  for (const Stmt* stmt : def.body) {
    // Of an enum it makes the members.
    const FunctionDef* method = functionDef(stmt);
    if (!method || method->name.text != "__init__") continue;
    auto setsItself = [](const Stmt* line) {
      const auto* assign = dynCast<Assign>(line);
      const auto* target =
          assign && assign->targets.size() == 1 ? dynCast<Attribute>(assign->targets[0]) : nullptr;
      return target && target->value->kind == ExprKind::Name &&
             assign->value->kind == ExprKind::Name;
    };
    if (!std::ranges::all_of(statementsOf(*method), setsItself)) return false;
  }
  if (!std::ranges::all_of(def.bases, [&](const Expr* base) { return isQuietBase(module, *base); }))
    return false;
  return parents_[&def] = true;
}

bool EffectAnalysis::isQuietMetaclass(Module& module, const Expr& metaclass) {
  const Meaning meaning = meaningOf(module, metaclass);
  if (!meaning.library.empty()) return isIn(kEnumMetaclasses, meaning.library);
  const auto* def = meaning.definition ? dynCast<ClassDef>(meaning.definition) : nullptr;
  if (!def) return false;
  if (auto [found, isNew] = metaclasses_.try_emplace(def, false); !isNew) return found->second;
  return metaclasses_[def] = def->decorators.empty() && def->keywords.empty() &&
                             !definesAny(*def, kSeesClasses) &&
                             std::ranges::all_of(def->bases, [&](const Expr* base) {
                               return isQuietMetaclass(*meaning.module, *base);
                             });
}

}  // namespace ts::eval
