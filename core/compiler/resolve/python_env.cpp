#include "core/compiler/resolve/python_env.h"

#include <algorithm>

#include "core/compiler/resolve/known_names.h"
#include "core/compiler/resolve/python_env_impl.h"
#include "core/compiler/resolve/python_library.h"
#include "core/compiler/resolve/running_program.h"
#include "core/eval/values/pool.h"
#include "core/ops/schema.h"
#include "core/source/library_path.h"
#include "core/syntax/relative_import.h"

namespace ts::compiler {

const PyFunction* PyClass::method(std::string_view name) const {
  for (auto* method : methods) {
    if (method->def && method->def->name.text == name) return method;
  }
  return nullptr;
}

bool sameObject(const PyObject& a, const PyObject& b) {
  if (&a == &b) return true;
  if (a.kind != b.kind || a.kind == PyKind::Unknown || a.name != b.name || a.index != b.index)
    return false;
  if (a.function != b.function || a.cls != b.cls || a.module != b.module) return false;
  if (!identical(a.constant, b.constant) || a.elements.size() != b.elements.size()) return false;
  for (size_t i = 0; i < a.elements.size(); ++i) {
    if (!sameObject(*a.elements[i], *b.elements[i])) return false;
  }
  return true;
}

bool isEnumMember(std::string_view name) {
  if (!name.starts_with('_')) return true;
  return !name.starts_with("__") && (name.size() < 3 || !name.ends_with('_'));
}

using Impl = PyEnvironment::Impl;

// ---- objects

PyEnvironment::Impl::Impl(ModuleLoader& loader, std::stop_token stop)
    : loader(loader), stop(std::move(stop)), vm(RunningProgram::current()) {
  unknown = &make(PyKind::Unknown);
}

PyObject& Impl::make(PyKind kind) {
  objects.emplace_back();
  objects.back().kind = kind;
  return objects.back();
}

PyRef Impl::constant(types::Constant value) {
  PyObject& object = make(PyKind::Constant);
  object.constant = std::move(value);
  return &object;
}

PyRef Impl::opaque(std::string_view typeName) {
  PyObject& object = make(PyKind::Opaque);
  object.name = typeName;
  return &object;
}

PyRef Impl::external(std::string_view name) {
  PyRef& object = externals[std::string(name)];
  if (!object) {
    PyObject& result = make(PyKind::External);
    result.name = name;
    object = &result;
  }
  return object;
}

PyRef Impl::unknownOfLibrary(std::string_view name) {
  PyRef& object = externals["unknown " + std::string(name)];
  if (!object) {
    PyObject& result = make(PyKind::Unknown);
    result.name = name;
    object = &result;
  }
  return object;
}

PyRef Impl::objectOf(const PyFunction& function) {
  PyRef& object = functionRefs[&function];
  if (!object) {
    PyObject& result = make(PyKind::Function);
    result.function = &function;
    object = &result;
  }
  return object;
}

PyRef Impl::objectOf(const PyClass& cls) {
  PyRef& object = classRefs[&cls];
  if (!object) {
    PyObject& result = make(PyKind::Class);
    result.cls = &cls;
    object = &result;
  }
  return object;
}

ScopeData& Impl::newScope(ScopeData::Kind kind, const PyModule& module, const PyScope* parent,
                          std::string prefix, syntax::List<syntax::Stmt*> body) {
  PyScope& scope = ownScopes.emplace_back();
  scope.module = &module;
  scope.parent = parent;
  ScopeData& result = scopeData.emplace_back();
  result.kind = kind;
  result.scope = &scope;
  result.prefix = std::move(prefix);
  result.body = body;
  scopes[result.scope] = &result;
  return result;
}

// ---- modules

PyModule* Impl::addModule(std::string name, std::string path, bool isPackage,
                          syntax::ModulePtr tree) {
  PyModule& module = modules.emplace_back();
  module.name = std::move(name);
  module.path = std::move(path);
  module.isPackage = isPackage;
  module.tree = std::move(tree);
  module.scope.module = &module;
  ScopeData& scope = scopeData.emplace_back();
  scope.scope = &module.scope;
  scope.prefix = module.name;
  scope.body = module.tree->body;
  scopes[&module.scope] = &scope;
  PyObject& object = make(PyKind::Module);
  object.name = module.name;
  object.module = &module;
  moduleRefs[module.name] = &object;
  return &module;
}

PyRef Impl::module(std::string_view name) {
  std::string key(name);
  if (auto entry = moduleRefs.find(key); entry != moduleRefs.end() && !isListedModule(name))
    return entry->second;
  if (isListedModule(name)) {
    PyRef& listed = externals["module " + key];
    if (!listed) {
      PyObject& object = make(PyKind::Module);
      object.name = key;
      listed = &object;
    }
    return listed;
  }
  ModuleLoader::Loaded loaded = loader.load(name);
  if (!loaded.tree) return moduleRefs[key] = nullptr;
  addModule(key, std::move(loaded.path), loaded.isPackage, std::move(loaded.tree));
  return moduleRefs[key];
}

PyRef Impl::import(std::string_view dottedName) {
  if (PyRef object = module(dottedName)) return object;
  if (isOfPythonLibrary(dottedName)) return unknownOfLibrary(dottedName);
  size_t dot = dottedName.rfind('.');
  if (dot == std::string_view::npos) return unknown;
  PyRef parent = import(dottedName.substr(0, dot));
  return parent ? attribute(parent, dottedName.substr(dot + 1)) : nullptr;
}

std::string Impl::absoluteName(const PyModule& from, const syntax::ImportFrom& import) const {
  return syntax::absoluteModuleName(from.name, from.isPackage, import.level, import.module)
      .value_or(std::string(import.module));
}

namespace {

// Converts constants of known modules: math.pi, torch.inf.
std::optional<types::Constant> constantOf(const NamespaceMember& member) {
  if (member.type == "NoneType") return types::Constant::none();
  if (member.type == "bool") return types::Constant::boolean(member.other == "True");
  if (member.type == "int")
    return types::Constant::integer(std::strtoll(std::string(member.other).c_str(), nullptr, 10));
  if (member.type == "float")
    return types::Constant::real(std::strtod(std::string(member.other).c_str(), nullptr));
  return std::nullopt;
}

}  // namespace

PyRef Impl::externalMember(std::string_view module, std::string_view name, bool dynamic) {
  std::string full = std::string(module) + "." + std::string(name);
  auto member = namespaceMember(full);
  if (!member && standsForOperator(full)) return external(full);
  if (!member) return dynamic ? external(full) : nullptr;
  switch (member->kind) {
    case MemberKind::Module:
    case MemberKind::DynamicModule: {
      std::string target(member->other.empty() ? std::string_view(full) : member->other);
      if (PyRef object = this->module(target)) return object;
      PyRef& named = externals["module " + target];
      if (!named) {
        PyObject& result = make(PyKind::Module);
        result.name = target;
        named = &result;
      }
      return named;
    }
    case MemberKind::Value: {
      auto value = constantOf(*member);
      return value ? constant(std::move(*value)) : opaque(member->type);
    }
    default: break;
  }
  // Prefer the name that the operator tables contain.
  bool better = !member->other.empty() &&
                !(ops::publicName(full) && ops::publicName(full)->kind == ops::NameKind::Builtin);
  return external(better ? member->other : std::string_view(full));
}

// ---- names

PyRef Impl::builtin(std::string_view name) { return externalMember("builtins", name, false); }

std::optional<PyRef> Impl::fromStar(ScopeData& scope, const StarImport& star,
                                    std::string_view name) {
  PyRef source = module(absoluteName(*scope.scope->module, *star.stmt));
  if (!source) return unknown;
  if (!source->module) {
    auto member = namespaceMember(source->name + "." + std::string(name));
    if (!member || !member->starred) return std::nullopt;
    return attribute(source, name);
  }
  ScopeData& other = data(source->module->scope);
  auto search =
      std::ranges::find(starSearches, name, [](const auto& existing) { return existing.first; });
  struct Ended {
    ~Ended() {
      if (isOutermost) searches.pop_back();
    }
    decltype(starSearches)& searches;
    bool isOutermost;
  } const ended{starSearches, search == starSearches.end()};
  if (ended.isOutermost) search = starSearches.insert(search, {name, {&scope}});
  if (!search->second.insert(&other).second) return std::nullopt;
  return exported(other, name);
}

std::optional<PyRef> Impl::exported(ScopeData& other, std::string_view name) {
  auto all = lookupHere(other, "__all__", ScopePosition::kEnd);
  if (all && ((*all)->kind == PyKind::List || (*all)->kind == PyKind::Tuple)) {
    for (PyRef element : (*all)->elements) {
      if (element->kind == PyKind::Constant && element->constant.isString() &&
          element->constant.toString() == name) {
        return lookupHere(other, name, ScopePosition::kEnd);
      }
    }
    return std::nullopt;
  }
  if (name.starts_with('_')) return std::nullopt;
  return lookupHere(other, name, ScopePosition::kEnd);
}

std::optional<PyRef> Impl::lookupHere(ScopeData& scope, std::string_view name, uint32_t at) {
  if (scope.kind == ScopeData::Kind::Evaluated) return lookupEvaluated(scope, name);
  if (auto argument = scope.arguments.find(name); argument != scope.arguments.end())
    return argument->second;
  if (!scope.bindings) scope.bindings = collectBindings(scope.body);
  DepthGuard guard(depth);
  if (guard.tooDeep()) return unknown;
  PyRef object = nullptr;
  bool agree = true, deleted = false;
  auto consider = [&](PyRef candidate) {
    if (!object) {
      object = candidate;
    } else if (!sameObject(*object, *candidate)) {
      agree = false;
    }
  };
  auto entry = scope.bindings->names.find(name);
  size_t left = entry == scope.bindings->names.end() ? 0 : entry->second.size();
  size_t stars = scope.bindings->stars.size();
  while (left > 0 || stars > 0) {
    Binding* binding = left > 0 ? &entry->second[left - 1] : nullptr;
    const StarImport* star = stars > 0 ? &scope.bindings->stars[stars - 1] : nullptr;
    if (star && (!binding || binding->visibleFrom < star->visibleFrom)) {
      --stars;
      if (star->visibleFrom > at) continue;
      auto starred = fromStar(scope, *star, name);
      if (!starred) continue;
      consider(*starred);
      if (star->isDefinite && *starred != unknown) break;
      continue;
    }
    --left;
    if (binding->visibleFrom > at) continue;
    if (binding->kind == Binding::Kind::Delete) {
      deleted = true;
      if (binding->isDefinite) break;
      continue;
    }
    consider(resolve(scope, name, *binding));
    if (binding->isDefinite || binding->endsLookup) break;
  }
  if (!object) return std::nullopt;
  return agree && !deleted ? object : unknown;
}

namespace {

// True for a module whose code may bind names that its statements do not show. The search runs at a
// keystroke, so it looks at few places: at brackets behind the last letter of a name.
bool mayBindAnyName(const PyModule& module) {
  if (!module.tree || isEmbedded(module.tree->file->path())) return false;
  struct Sign {
    std::string_view name, bracket;
  };
  constexpr Sign kSigns[] = {
      {"exec", "("}, {"globals", "()"}, {"vars", "()"}, {"sys.modules", "[__name__]"}};
  const std::string_view text = module.tree->file->text();
  for (const char bracket : {'(', '['}) {
    for (size_t at = text.find(bracket); at != text.npos; at = text.find(bracket, at + 1)) {
      if (at == 0 || (text[at - 1] != 'c' && text[at - 1] != 's')) continue;
      const std::string_view before = text.substr(0, at), after = text.substr(at);
      if (std::ranges::any_of(kSigns, [&](const Sign& sign) {
            return before.ends_with(sign.name) && after.starts_with(sign.bracket);
          }))
        return true;
    }
  }
  return false;
}

}  // namespace

PyRef Impl::lookup(ScopePosition position, std::string_view name) {
  const PyModule* module = position.scope ? position.scope->module : nullptr;
  for (const PyScope* scope = position.scope; scope; scope = scope->parent) {
    ScopeData& here = data(*scope);
    if (auto match = lookupHere(here, name, position.offset)) return *match;
    // A class body runs in place; a function's body runs later.
    if (here.kind != ScopeData::Kind::Class) position.offset = ScopePosition::kEnd;
    if (here.kind == ScopeData::Kind::Function) {
      const syntax::Arguments& args = *scope->function->args;
      for (auto list : {args.posonlyargs, args.args, args.kwonlyargs}) {
        for (auto* arg : list) {
          if (arg->arg.text == name) return unknown;
        }
      }
      for (auto* arg : {args.vararg, args.kwarg}) {
        if (arg && arg->arg.text == name) return unknown;
      }
    }
  }
  for (const PyClass* cls : classesInProgress) {
    if (cls->module == module && cls->def->name.text == name) return objectOf(*cls);
  }
  const PyRef builtinObject = builtin(name);
  return builtinObject || !module || !mayBindAnyName(*module) ? builtinObject : unknown;
}

// ---- attributes

PyRef Impl::moduleAttribute(const PyModule& module, std::string_view name) {
  // Some Python functions of PyTorch are replaced by an operator; their source is ignored.
  std::string full = module.name + "." + std::string(name);
  if (standsForOperator(full)) return external(full);
  ScopeData& scope = data(module.scope);
  if (auto match = lookupHere(scope, name, ScopePosition::kEnd)) return *match;
  const auto missing = [&]() -> PyRef { return mayBindAnyName(module) ? unknown : nullptr; };
  if (scope.kind == ScopeData::Kind::Evaluated) return missing();
  if (module.isPackage) {
    if (PyRef submodule = this->module(module.name + "." + std::string(name))) return submodule;
  }
  bool special = name.starts_with("__") && name.ends_with("__");
  if (special || lookupHere(scope, "__getattr__", ScopePosition::kEnd)) return unknown;
  return missing();
}

PyRef Impl::memberAttribute(const PyObject& member, std::string_view name) {
  if (!member.value.isUnbound()) return evaluatedAttribute(member.value, name);
  if (name == "name" || name == "_name_") return constant(types::Constant::string(member.name));
  if (name == "value" || name == "_value_") {
    for (auto& field : member.cls->fields) {
      if (field.name == member.name)
        return field.value ? evaluate({bodies.at(member.cls)->scope}, *field.value) : unknown;
    }
  }
  return unknown;
}

PyRef Impl::classAttribute(const PyClass& cls, std::string_view name, int depth) {
  if (depth > DepthGuard::kLimit) return unknown;
  if (cls.evaluated) return evaluatedAttribute(eval::Value(cls.evaluated), name);
  if (cls.kind == ClassKind::Enum) {
    for (auto& field : cls.fields) {
      if (field.name != name) continue;
      PyRef& object = members[{&cls, std::string(name)}];
      if (!object) {
        PyObject& result = make(PyKind::EnumMember);
        result.cls = &cls;
        result.name = name;
        object = &result;
      }
      return object;
    }
  }
  for (auto* getter : cls.getters) {
    if (getter->def->name.text == name) return unknown;
  }
  if (auto body = bodies.find(&cls); body != bodies.end()) {
    if (auto match = lookupHere(*body->second, name, ScopePosition::kEnd)) return *match;
  }
  for (PyRef base : cls.bases) {
    if (base->kind == PyKind::Class) {
      if (PyRef object = classAttribute(*base->cls, name, depth + 1)) return object;
    } else if (name == "apply" && isAutogradFunction(*base)) {
      return external(std::string(kAutogradApply));
    } else if (base->kind != PyKind::External || base->name != "builtins.object") {
      return unknown;
    }
  }
  bool special = name.starts_with('_');
  return special || cls.kind != ClassKind::Plain || cls.marks.unknown || cls.marks.dataclass
             ? unknown
             : nullptr;
}

PyRef Impl::memberOfLibrary(const PyObject& object, std::string_view name) {
  if (!isOfPythonLibrary(object.name)) return unknown;
  return unknownOfLibrary(object.name + "." + std::string(name));
}

PyRef Impl::attribute(PyRef object, std::string_view name) {
  DepthGuard guard(depth);
  if (guard.tooDeep()) return unknown;
  switch (object->kind) {
    case PyKind::Module: {
      if (object->module) return moduleAttribute(*object->module, name);
      bool dynamic =
          object->name.starts_with("torch.ops") || object->name.starts_with("torch.classes");
      if (object->name == "torch.ops" || object->name == "torch.classes") {
        std::string inner = object->name + "." + std::string(name);
        PyRef& result = externals["module " + inner];
        if (!result) {
          PyObject& fresh = make(PyKind::Module);
          fresh.name = inner;
          result = &fresh;
        }
        return result;
      }
      if (PyRef match = externalMember(object->name, name, dynamic)) return match;
      // A prelude module that the tables do not list has the attributes that its code defines.
      if (!object->value.isUnbound()) {
        PyRef match = evaluatedAttribute(object->value, name);
        if (match && match->kind != PyKind::Unknown) return match;
      }
      if (PyRef submodule = module(object->name + "." + std::string(name))) return submodule;
      bool special = name.starts_with("__") && name.ends_with("__");
      if (isListedModule(object->name) && !special) return nullptr;
      return memberOfLibrary(*object, name);
    }
    case PyKind::Class: {
      PyRef match = classAttribute(*object->cls, name, 0);
      if (!match || match->kind != PyKind::External || match->name != kAutogradApply) return match;
      // `apply` is bound to the class that it is read from.
      PyObject& bound = make(PyKind::External);
      bound.name = match->name;
      bound.value = match->value;
      bound.cls = object->cls;
      return &bound;
    }
    case PyKind::EnumMember: return memberAttribute(*object, name);
    case PyKind::External: {
      if (name == "apply" && object->value.as<eval::Class>()) {
        if (PyRef match = evaluatedAttribute(object->value, name);
            match && match->kind == PyKind::External)
          return match;
      }
      std::string full = object->name + "." + std::string(name);
      return object->name.starts_with("torch.ops.") || ops::publicName(full)
                 ? external(full)
                 : memberOfLibrary(*object, name);
    }
    case PyKind::Unknown: return memberOfLibrary(*object, name);
    default: return unknown;
  }
}

// ---- public interface

bool isAutogradFunction(const PyObject& object) {
  return object.kind == PyKind::External && (object.name == "torch.autograd.Function" ||
                                             object.name == "torch.autograd.function.Function");
}

PyEnvironment::PyEnvironment(ModuleLoader& loader, std::stop_token stop)
    : impl_(std::make_unique<Impl>(loader, std::move(stop))) {}
PyEnvironment::~PyEnvironment() {
  std::unique_ptr<eval::Vm> vm = std::move(impl_->ownVm);
  impl_.reset();  // its values are the evaluator's
  vm.reset();
  eval::pool::trim();
}

const PyModule* PyEnvironment::addModule(std::string name, std::string path, bool isPackage,
                                         syntax::ModulePtr tree, bool isTorchScript,
                                         ArchiveNames* importer) {
  PyModule* module = impl_->addModule(std::move(name), std::move(path), isPackage, std::move(tree));
  module->isTorchScript = isTorchScript;
  module->importer = importer;
  return module;
}
PyRef PyEnvironment::lookup(const PyScope& scope, std::string_view name) {
  return impl_->lookup({&scope}, name);
}
PyRef PyEnvironment::attribute(PyRef object, std::string_view name) {
  return impl_->attribute(object, name);
}
PyRef PyEnvironment::evaluate(const PyScope& scope, const syntax::Expr& expr, uint32_t before) {
  return impl_->evaluate({&scope, before}, expr);
}
PyRef PyEnvironment::subscript(PyRef base, PyRef index) { return impl_->subscript(base, index); }
PyRef PyEnvironment::tuple(std::vector<PyRef> elements) {
  PyObject& object = impl_->make(PyKind::Tuple);
  object.elements = std::move(elements);
  return &object;
}
PyRef PyEnvironment::objectFor(const PyModule& module, const syntax::Stmt& definition) {
  return impl_->objectFor(module, definition);
}
PyRef PyEnvironment::importName(std::string_view dottedName) { return impl_->import(dottedName); }
void PyEnvironment::beginClass(const PyClass& cls) { impl_->classesInProgress.push_back(&cls); }
void PyEnvironment::endClass() { impl_->classesInProgress.pop_back(); }
PyRef PyEnvironment::unknown() const { return impl_->unknown; }

const PyScope* PyEnvironment::bodyScope(const PyClass& cls) const {
  auto body = impl_->bodies.find(&cls);
  return body == impl_->bodies.end() ? cls.scope : body->second->scope;
}

PyRef PyEnvironment::definitionOf(PyRef external) {
  if (external->kind != PyKind::External) return nullptr;
  std::string_view name = external->name;
  size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return nullptr;
  std::string module(name.substr(0, dot));
  auto entry = impl_->moduleRefs.find(module);
  if (entry == impl_->moduleRefs.end()) {
    ModuleLoader::Loaded loaded = impl_->loader.load(module);
    if (loaded.tree) {
      impl_->addModule(module, std::move(loaded.path), loaded.isPackage, std::move(loaded.tree));
    } else {
      impl_->moduleRefs[module] = nullptr;
    }
    entry = impl_->moduleRefs.find(module);
  }
  if (!entry->second) return nullptr;
  auto match = impl_->lookupHere(impl_->data(entry->second->module->scope), name.substr(dot + 1),
                                 ScopePosition::kEnd);
  if (!match) return nullptr;
  bool defined = (*match)->kind == PyKind::Function || (*match)->kind == PyKind::Class ||
                 (*match)->kind == PyKind::Dispatch;
  return defined ? *match : nullptr;
}

}  // namespace ts::compiler
