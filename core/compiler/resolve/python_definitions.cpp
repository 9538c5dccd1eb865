// Objects of functions and classes: marks from decorators, kinds from bases, fields, overloads.
#include <algorithm>

#include "core/compiler/resolve/known_names.h"
#include "core/compiler/resolve/python_env_impl.h"

namespace ts::compiler {

using Impl = PyEnvironment::Impl;
using namespace syntax;

namespace {

// Decorators that set a mark and return the decorated object.
struct MarkName {
  std::string_view name;
  bool Marks::*mark;  // null: no mark to set
};
constexpr MarkName kMarkNames[] = {
    {"torch.jit.script", &Marks::script},
    {"torch.jit.script_method", &Marks::exported},
    {"torch.jit.ignore", &Marks::ignore},
    {"torch.jit.unused", &Marks::drop},
    {"torch.jit.export", &Marks::exported},
    {"torch.jit._overload", &Marks::overload},
    {"torch.jit._overload_method", &Marks::overload},
    {"torch.jit.interface", &Marks::interface},
    {"builtins.staticmethod", &Marks::staticMethod},
    {"builtins.classmethod", &Marks::classMethod},
    {"builtins.property", &Marks::property},
    {"abc.abstractproperty", &Marks::property},
    {"dataclasses.dataclass", &Marks::dataclass},
    {"abc.abstractmethod", nullptr},
    {"typing.final", nullptr},
    {"typing.overload", nullptr},
    {"typing.no_type_check", nullptr},
    {"typing.runtime_checkable", nullptr},
    {"enum.unique", nullptr},
    // These return their argument, or wrap it with functools.wraps, which PyTorch looks through.
    {"torch.no_grad", nullptr},
    {"torch.enable_grad", nullptr},
    {"torch.inference_mode", nullptr},
    {"torch.jit.script_if_tracing", nullptr},
    {"torch.jit._script_if_tracing", nullptr},
    {"torch.jit._script.script_if_tracing", nullptr},
    {"torch.compile", nullptr},
    {"torch.fx.wrap", nullptr},
    {"torch.fx._symbolic_trace.wrap", nullptr},
};

const MarkName* markNamed(std::string_view name) {
  auto* entry = std::ranges::find(kMarkNames, name, &MarkName::name);
  return entry == std::end(kMarkNames) ? nullptr : entry;
}

// Returns the mark of a decorator, by its name or its source's name.
const MarkName* markOf(const PyObject& decorator) {
  if (decorator.kind == PyKind::External) return markNamed(decorator.name);
  return decorator.kind == PyKind::Function ? markNamed(decorator.function->qualifiedName)
                                            : nullptr;
}

struct KindName {
  std::string_view name;
  ClassKind kind;
};
constexpr KindName kBaseKinds[] = {
    {"typing.NamedTuple", ClassKind::NamedTuple},
    {"builtins.object", ClassKind::Plain},
    {"abc.ABC", ClassKind::Plain},
    {"typing.Generic", ClassKind::Plain},
    {"typing.Protocol", ClassKind::Plain},
    {"typing.TypedDict", ClassKind::Plain},
    {"numbers.Number", ClassKind::Plain},
};

ClassKind kindOfBase(const PyObject& base) {
  if (base.kind == PyKind::Class) return base.cls->kind;
  if (base.kind == PyKind::Alias) return kindOfBase(*base.elements[0]);
  if (base.kind != PyKind::External) return ClassKind::Unknown;
  for (auto& existing : kBaseKinds) {
    if (existing.name == base.name) return existing.kind;
  }
  auto member = namespaceMember(base.name);
  if (!member) return ClassKind::Unknown;
  switch (member->kind) {
    case MemberKind::EnumClass: return ClassKind::Enum;
    case MemberKind::ModuleClass: return ClassKind::NnModule;
    case MemberKind::ExceptionClass: return ClassKind::Exception;
    default: return ClassKind::Unknown;
  }
}

bool replaced(const PyFunction& old, const PyFunction& by) {
  return old.def && old.def->name.text == by.def->name.text && !old.marks.overload;
}

}  // namespace

const Expr* keywordOf(const Call& call, std::string_view name) {
  for (auto* keyword : call.keywords) {
    if (keyword->arg.text == name) return keyword->value;
  }
  return nullptr;
}

Marks Impl::marksOf(ScopePosition position, List<Expr*> decorators) {
  Marks marks;
  for (auto* decorator : decorators) {
    auto* call = dynCast<Call>(decorator);
    const Expr& callee = call ? *call->func : *decorator;
    auto* attribute = dynCast<Attribute>(&callee);
    if (attribute && (attribute->attr.text == "setter" || attribute->attr.text == "getter" ||
                      attribute->attr.text == "deleter")) {
      continue;
    }
    PyRef object = evaluate(position, callee);
    const MarkName* mark = markOf(*object);
    if (!mark) {
      marks.unknown = true;
      continue;
    }
    if (mark->mark == &Marks::ignore && call) {
      const Expr* drop = keywordOf(*call, "drop");
      bool drops = drop && staticTruth(*drop) == 1;
      (drops ? marks.drop : marks.ignore) = true;
    } else if (mark->mark) {
      marks.*mark->mark = true;
    }
  }
  return marks;
}

// ---- functions

const PyFunction* Impl::function(const PyScope& scope, const FunctionDef& def,
                                 const PyClass* owner) {
  const PyFunction*& function = functionsByDef[{&def, &scope}];
  if (function) return function;
  PyFunction& result = functions.emplace_back();
  function = &result;
  ScopeData& here = data(scope);
  result.def = &def;
  result.module = scope.module;
  result.scope = owner ? scope.parent : &scope;
  result.owner = owner;
  result.qualifiedName = here.prefix + "." + std::string(def.name.text);
  result.marks = marksOf({&scope, def.span.begin}, def.decorators);
  if (!result.marks.overload) addOverloads(here, result);
  return &result;
}

void Impl::addOverloads(ScopeData& scope, PyFunction& function) {
  if (!scope.bindings) scope.bindings = collectBindings(scope.body);
  auto entry = scope.bindings->names.find(function.def->name.text);
  if (entry == scope.bindings->names.end()) return;
  for (size_t i = 0; i < entry->second.size(); ++i) {
    Binding& binding = entry->second[i];
    if (binding.kind != Binding::Kind::Def || binding.stmt == function.def) continue;
    auto& def = as<FunctionDef>(*binding.stmt);
    if (def.decorators.empty() || def.span.begin > function.def->span.begin) continue;
    const PyFunction* declared = this->function(*scope.scope, def, function.owner);
    if (declared->marks.overload) function.overloads.push_back(declared);
  }
}

PyRef Impl::decorated(ScopePosition position, const PyFunction& function, const FunctionDef& def) {
  PyRef object = objectOf(function);
  bool followed = true;
  for (size_t i = def.decorators.size(); i-- > 0;) {
    auto* call = dynCast<Call>(def.decorators[i]);
    PyRef callee = evaluate(position, call ? *call->func : *def.decorators[i]);
    if (markOf(*callee)) continue;
    if (callee->kind == PyKind::External && callee->name == "functools.wraps" && call &&
        !call->args.empty()) {
      // PyTorch compiles the source of the wrapped function.
      PyRef wrapped = evaluate(position, *call->args[0]);
      if (wrapped->kind == PyKind::Function) object = wrapped;
      continue;
    }
    PyRef applied = unknown;
    if (call) {
      PyRef result = evaluate(position, *call);
      if (result->kind == PyKind::Function)
        applied = callFunction(position, *result->function, nullptr, object);
    } else if (callee->kind == PyKind::Function) {
      applied = callFunction(position, *callee->function, nullptr, object);
    }
    // An unknown decorator leaves the function marked as unknown. A decorator that can be followed
    // gives its result.
    if (applied->kind != PyKind::Unknown) {
      object = applied;
    } else {
      followed = false;
    }
  }
  // All decorators were followed and returned the function itself, so its mark is cleared.
  if (followed && object->kind == PyKind::Function && object->function == &function) {
    const_cast<PyFunction&>(function).marks.unknown = false;
  }
  return object;
}

// ---- classes

const PyClass* Impl::cls(const PyScope& scope, const ClassDef& def) {
  const PyClass*& cls = classesByDef[{&def, &scope}];
  if (cls) return cls;
  PyClass& result = classes.emplace_back();
  cls = &result;
  result.def = &def;
  result.module = scope.module;
  result.scope = &scope;
  result.qualifiedName = data(scope).prefix + "." + std::string(def.name.text);
  ScopePosition position{&scope, def.span.begin};
  result.marks = marksOf(position, def.decorators);
  for (auto* base : def.bases) result.bases.push_back(evaluate(position, *base));
  setKind(result);
  hideOverridden(result);
  ScopeData& body =
      newScope(ScopeData::Kind::Class, *scope.module, &scope, result.qualifiedName, def.body);
  body.cls = &result;
  bodies[&result] = &body;
  fill(result, body);
  return &result;
}

void Impl::setKind(PyClass& cls) {
  cls.kind = ClassKind::Plain;
  for (PyRef base : cls.bases) {
    ClassKind kind = kindOfBase(*base);
    if (kind == ClassKind::Plain) continue;
    // In class Color(str, Enum), Enum decides.
    if (cls.kind == ClassKind::Plain || cls.kind == ClassKind::Unknown) cls.kind = kind;
  }
  if (cls.marks.interface) cls.kind = ClassKind::Interface;
}

// The type of such a class is known only to the code that sets it.
void Impl::hideOverridden(PyClass& cls) {
  if (cls.kind != ClassKind::Plain || !cls.def || !loader.overridesType(cls.def->name.text)) return;
  cls.kind = ClassKind::Unknown;
  cls.marks.unknown = true;
}

void Impl::addMethod(PyClass& cls, ScopeData& body, const FunctionDef& def) {
  const PyFunction* method = function(*body.scope, def, &cls);
  bool sets = std::ranges::any_of(def.decorators, [](const Expr* decorator) {
    auto* attribute = dynCast<Attribute>(decorator);
    return attribute && attribute->attr.text == "setter";
  });
  auto& list = sets ? cls.setters : method->marks.property ? cls.getters : cls.methods;
  std::erase_if(list, [&](const PyFunction* old) { return replaced(*old, *method); });
  list.push_back(method);
}

void Impl::fill(PyClass& cls, ScopeData& body) {
  auto field = [&](const Expr& target, const Expr* annotation, const Expr* value) {
    auto* name = dynCast<Name>(&target);
    if (!name || (cls.kind == ClassKind::Enum && !isEnumMember(name->id))) return;
    auto old = std::ranges::find(cls.fields, name->id, &PyField::name);
    if (old == cls.fields.end()) {
      cls.fields.push_back({std::string(name->id), annotation, value});
      return;
    }
    if (annotation) old->annotation = annotation;
    if (value) old->value = value;
  };
  for (auto* stmt : body.body) {
    if (auto* assign = dynCast<Assign>(stmt)) {
      for (auto* target : assign->targets) field(*target, nullptr, assign->value);
    } else if (auto* annotated = dynCast<AnnAssign>(stmt)) {
      field(*annotated->target, annotated->annotation, annotated->value);
    } else if (stmt->kind == StmtKind::FunctionDef || stmt->kind == StmtKind::AsyncFunctionDef) {
      addMethod(cls, body, as<FunctionDef>(*stmt));
    }
  }
}

// ---- bindings

PyRef Impl::resolve(ScopeData& scope, std::string_view name, Binding& binding) {
  if (binding.object) return binding.object;
  if (binding.isEvaluating) return unknown;
  binding.isEvaluating = true;
  PyRef object = resolveFresh(scope, name, binding);
  binding.isEvaluating = false;
  return binding.object = object ? object : unknown;
}

PyRef Impl::resolveFresh(ScopeData& scope, std::string_view, Binding& binding) {
  using Kind = Binding::Kind;
  ScopePosition position{scope.scope, binding.stmt->span.begin};
  switch (binding.kind) {
    case Kind::Value: return evaluate(position, *binding.value);
    case Kind::Element: return element(evaluate(position, *binding.value), binding.path);
    case Kind::Def: {
      auto& def = as<FunctionDef>(*binding.stmt);
      return decorated(position, *function(*scope.scope, def, scope.cls), def);
    }
    case Kind::Class: return objectOf(*cls(*scope.scope, as<ClassDef>(*binding.stmt)));
    case Kind::Import: {
      std::string_view name = binding.alias->name;
      return import(binding.alias->asname ? name : name.substr(0, name.find('.')));
    }
    case Kind::FromImport: {
      std::string from = absoluteName(*scope.scope->module, as<ImportFrom>(*binding.stmt));
      std::string full = from + "." + std::string(binding.alias->name);
      PyRef source = import(from);
      PyRef match = source ? attribute(source, binding.alias->name) : nullptr;
      // The operator replaces the function's source. A known module may have a preferred name for
      // it.
      if (standsForOperator(full))
        return match && match->kind == PyKind::External ? match : external(full);
      if (!source) return unknown;
      if (match && match->kind != PyKind::Unknown) return match;
      PyRef submodule = module(full);
      return submodule ? submodule : match;
    }
    default: return unknown;
  }
}

// ---- definitions by their statements

PyRef Impl::find(const PyScope& scope, const PyClass* owner, List<Stmt*> body, const Stmt& wanted) {
  const auto at = std::ranges::partition_point(
      body, [&](const Stmt* stmt) { return stmt->span.end <= wanted.span.begin; });
  if (at == body.end() || (*at)->span.begin > wanted.span.begin) return unknown;
  const Stmt* stmt = *at;
  switch (stmt->kind) {
    case StmtKind::FunctionDef:
    case StmtKind::AsyncFunctionDef: {
      auto& def = as<FunctionDef>(*stmt);
      if (stmt == &wanted) return objectOf(*function(scope, def, owner));
      const PyScope*& locals = localsByDef[{&def, &scope}];
      if (!locals) {
        const PyScope* outer = owner ? scope.parent : &scope;
        std::string prefix = data(scope).prefix + "." + std::string(def.name.text) + ".<locals>";
        ScopeData& scopeData =
            newScope(ScopeData::Kind::Function, *scope.module, outer, std::move(prefix), def.body);
        scopeData.scope->function = &def;
        locals = scopeData.scope;
      }
      return find(*locals, nullptr, def.body, wanted);
    }
    case StmtKind::ClassDef: {
      const PyClass* match = cls(scope, as<ClassDef>(*stmt));
      if (stmt == &wanted) return objectOf(*match);
      return find(*bodies.at(match)->scope, match, as<ClassDef>(*stmt).body, wanted);
    }
    case StmtKind::If:
      if (PyRef inside = find(scope, owner, as<If>(*stmt).body, wanted); inside != unknown)
        return inside;
      return find(scope, owner, as<If>(*stmt).orelse, wanted);
    case StmtKind::For:
    case StmtKind::AsyncFor: return find(scope, owner, as<For>(*stmt).body, wanted);
    case StmtKind::While: return find(scope, owner, as<While>(*stmt).body, wanted);
    case StmtKind::With:
    case StmtKind::AsyncWith: return find(scope, owner, as<With>(*stmt).body, wanted);
    case StmtKind::Try:
    case StmtKind::TryStar: {
      auto& attempt = as<Try>(*stmt);
      for (auto part : {attempt.body, attempt.orelse, attempt.finalbody}) {
        if (PyRef inside = find(scope, owner, part, wanted); inside != unknown) return inside;
      }
      for (auto* handler : attempt.handlers) {
        if (PyRef inside = find(scope, owner, handler->body, wanted); inside != unknown)
          return inside;
      }
      return unknown;
    }
    default: return unknown;
  }
}

PyRef Impl::objectFor(const PyModule& module, const Stmt& definition) {
  return find(module.scope, nullptr, module.tree->body, definition);
}

}  // namespace ts::compiler
