// Calls whose result is known without running them: type constructors, torch's function wrappers,
// and functions of the file that only return a closure.
#include <algorithm>

#include "core/compiler/resolve/python_env_impl.h"
#include "core/ops/schema.h"

namespace ts::compiler {

using Impl = PyEnvironment::Impl;
using namespace syntax;

namespace {

struct ResultType {
  std::string_view callee;
  std::string_view type;  // the type of the result
};
// Calls that always give a value of a type that a script cannot use as a global.
constexpr ResultType kResults[] = {
    {"builtins.int", "int"},
    {"builtins.float", "float"},
    {"builtins.str", "str"},
    {"builtins.bool", "bool"},
    {"builtins.len", "int"},
    {"builtins.list", "list"},
    {"builtins.dict", "dict"},
    {"builtins.tuple", "tuple"},
    {"builtins.set", "set"},
    {"builtins.frozenset", "frozenset"},
    {"builtins.complex", "complex"},
    {"builtins.range", "range"},
    {"builtins.isinstance", "bool"},
    {"builtins.hasattr", "bool"},
    {"builtins.bytes", "bytes"},
    {"builtins.slice", "slice"},
    {"typing.TypeVar", "TypeVar"},
    {"typing.NewType", "NewType"},
    {"functools.partial", "partial"},
    {"builtins.object", "object"},
    {"builtins.repr", "str"},
    {"math.floor", "int"},
    {"math.ceil", "int"},
    {"math.trunc", "int"},
    {"math.factorial", "int"},
    {"math.gcd", "int"},
    {"math.isnan", "bool"},
    {"math.isinf", "bool"},
    {"math.isfinite", "bool"},
    {"math.isclose", "bool"},
    {"math.comb", "int"},
    {"math.perm", "int"},
    {"math.isqrt", "int"},
    {"torch.is_tensor", "bool"},
    {"torch.tensor", "Tensor"},
    {"torch.as_tensor", "Tensor"},
    {"torch.from_numpy", "Tensor"},
};

// Functions that return their first argument.
constexpr std::string_view kIdentities[] = {"torch._C._add_docstr", "typing.no_type_check"};

std::optional<size_t> parameterIndex(const Arguments& arguments, std::string_view name) {
  size_t index = 0;
  for (auto list : {arguments.posonlyargs, arguments.args}) {
    for (auto* arg : list) {
      if (arg->arg.text == name) return index;
      ++index;
    }
  }
  return std::nullopt;
}

}  // namespace

PyRef Impl::dispatchOf(ScopePosition position, const Call& call) {
  auto part = [&](std::string_view name, size_t index) -> PyRef {
    if (auto* keyword = keywordOf(call, name)) return evaluate(position, *keyword);
    return index < call.args.size() ? evaluate(position, *call.args[index]) : unknown;
  };
  PyRef name = part("arg_name", 0), index = part("arg_index", 1), byDefault = part("default", 2);
  if (name->kind != PyKind::Constant || !name->constant.isString() ||
      index->kind != PyKind::Constant || !index->constant.isInt() ||
      byDefault->kind != PyKind::Constant) {
    return unknown;
  }
  PyObject& object = make(PyKind::Dispatch);
  object.name = name->constant.toString();
  object.index = static_cast<size_t>(index->constant.toInt());
  object.constant = byDefault->constant;
  object.elements = {part("if_true", 3), part("if_false", 4)};
  return &object;
}

// namedtuple("P", ["a", "b"] or "a b") and NamedTuple("P", [("a", int)]).
PyRef Impl::namedTupleOf(ScopePosition position, const Call& call, bool typed) {
  if (call.args.size() != 2) return unknown;
  PyRef name = evaluate(position, *call.args[0]), fields = evaluate(position, *call.args[1]);
  if (name->kind != PyKind::Constant || !name->constant.isString()) return unknown;
  PyClass cls;
  if (typed) {
    auto* list = call.args[1]->kind == ExprKind::List ? &as<Sequence>(*call.args[1]) : nullptr;
    if (!list) return unknown;
    for (auto* entry : list->elts) {
      if (entry->kind != ExprKind::Tuple || as<Sequence>(*entry).elts.size() != 2) return unknown;
      PyRef field = evaluate(position, *as<Sequence>(*entry).elts[0]);
      if (field->kind != PyKind::Constant || !field->constant.isString()) return unknown;
      cls.fields.push_back({field->constant.toString(), as<Sequence>(*entry).elts[1], nullptr});
    }
  } else if (fields->kind == PyKind::Constant && fields->constant.isString()) {
    std::string text = fields->constant.toString();
    std::ranges::replace(text, ',', ' ');
    for (size_t at = 0; at < text.size();) {
      size_t begin = text.find_first_not_of(" \t\n", at);
      if (begin == std::string::npos) break;
      at = std::min(text.find_first_of(" \t\n", begin), text.size());
      cls.fields.push_back({text.substr(begin, at - begin), nullptr, nullptr});
    }
  } else if (fields->kind == PyKind::List || fields->kind == PyKind::Tuple) {
    for (PyRef field : fields->elements) {
      if (field->kind != PyKind::Constant || !field->constant.isString()) return unknown;
      cls.fields.push_back({field->constant.toString(), nullptr, nullptr});
    }
  } else {
    return unknown;
  }
  if (auto* defaults = keywordOf(call, "defaults")) {
    if (defaults->kind != ExprKind::Tuple && defaults->kind != ExprKind::List) return unknown;
    auto& values = as<Sequence>(*defaults).elts;
    if (values.size() > cls.fields.size()) return unknown;
    for (size_t i = 0; i < values.size(); ++i)
      cls.fields[cls.fields.size() - values.size() + i].value = values[i];
  }
  cls.module = position.scope->module;
  cls.scope = position.scope;
  cls.qualifiedName = position.scope->module->name + "." + name->constant.toString();
  cls.kind = ClassKind::NamedTuple;
  return objectOf(classes.emplace_back(std::move(cls)));
}

PyRef Impl::callExternal(ScopePosition position, std::string_view callee, const Call& call) {
  auto first = [&] { return call.args.empty() ? unknown : evaluate(position, *call.args[0]); };
  if (callee == "torch.functional.boolean_dispatch") return dispatchOf(position, call);
  if (std::ranges::find(kIdentities, callee) != std::end(kIdentities)) return first();
  if (callee == "typing.cast")
    return call.args.size() == 2 ? evaluate(position, *call.args[1]) : unknown;
  if (callee == "collections.namedtuple") return namedTupleOf(position, call, false);
  if (callee == "typing.NamedTuple") return namedTupleOf(position, call, true);
  if (callee == "torch.jit.script" && call.args.size() == 1) {
    PyObject& object = make(PyKind::Scripted);
    object.elements = {first()};
    return &object;
  }
  if (callee == "torch.jit.ignore" || callee == "torch.jit.unused") {
    PyRef inner = first();
    if (inner->kind != PyKind::Function) return unknown;
    PyFunction& marked = functions.emplace_back(*inner->function);
    (callee == "torch.jit.unused" ? marked.marks.drop : marked.marks.ignore) = true;
    return objectOf(marked);
  }
  for (auto& result : kResults) {
    if (result.callee == callee) return opaque(result.type);
  }
  auto member = namespaceMember(callee);
  if (callee.starts_with("math.") && member) return opaque("float");
  if (member && member->kind == MemberKind::EnumClass) return unknown;
  if (member &&
      (member->kind == MemberKind::Class || member->kind == MemberKind::ModuleClass ||
       member->kind == MemberKind::ExceptionClass || member->kind == MemberKind::TupleClass)) {
    PyObject& created = make(PyKind::Instance);
    created.name = callee;
    if (callee == "torch.device" && call.keywords.empty()) {
      created.elements = evaluateAll(position, PyKind::Tuple, call.args)->elements;
    }
    return &created;
  }
  const ops::PublicName* publicName = ops::publicName(callee);
  if (publicName && publicName->kind == ops::NameKind::Builtin && callee.starts_with("torch.")) {
    auto schemas = ops::schemasOf(Symbol::intern(publicName->target));
    bool tensors =
        !schemas.empty() && std::ranges::all_of(schemas, [](const ops::FunctionSchema* schema) {
          return schema->returns.size() == 1 &&
                 schema->returns[0].type->is(types::TypeKind::Tensor);
        });
    if (tensors) return opaque("Tensor");
  }
  return unknown;
}

// Returns the result of a function whose body contains only local bindings and a return. For a
// decorator, `call` is null and `only` is the decorated object.
PyRef Impl::callFunction(ScopePosition position, const PyFunction& callee, const Call* call,
                         PyRef only) {
  if (!callee.def || callee.def->kind == StmtKind::AsyncFunctionDef || callee.marks.unknown ||
      callee.owner)
    return unknown;
  DepthGuard guard(depth);
  if (guard.tooDeep()) return unknown;
  ScopeData& locals = newScope(ScopeData::Kind::Function, *callee.module, callee.scope,
                               callee.qualifiedName + ".<locals>", callee.def->body);
  locals.scope->function = callee.def;
  const Arguments& parameters = *callee.def->args;
  auto nameOf = [&](size_t i) {
    size_t positional = parameters.posonlyargs.size();
    return i < positional ? parameters.posonlyargs[i]->arg.text
                          : parameters.args[i - positional]->arg.text;
  };
  size_t count = parameters.posonlyargs.size() + parameters.args.size();
  for (size_t i = 0; i < parameters.defaults.size(); ++i) {
    PyRef value = evaluate({callee.scope, callee.def->span.begin}, *parameters.defaults[i]);
    locals.arguments[nameOf(count - parameters.defaults.size() + i)] = value;
  }
  if (only && count > 0) locals.arguments[nameOf(0)] = only;
  if (call) {
    for (size_t i = 0; i < call->args.size() && i < count; ++i) {
      if (call->args[i]->kind == ExprKind::Starred) return unknown;
      locals.arguments[nameOf(i)] = evaluate(position, *call->args[i]);
    }
    for (auto* keyword : call->keywords) {
      if (!keyword->arg) return unknown;
      if (auto index = parameterIndex(parameters, keyword->arg.text)) {
        locals.arguments[nameOf(*index)] = evaluate(position, *keyword->value);
      }
    }
  }
  // A parameter that the body reassigns is an ordinary local.
  locals.bindings = collectBindings(callee.def->body);
  for (auto& [name, bindings] : locals.bindings->names) locals.arguments.erase(name);
  if (locals.bindings->returns.empty()) return constant(types::Constant::none());
  if (locals.bindings->hasConditionalReturn) return unknown;
  const Return& last = *locals.bindings->returns[0];
  if (!last.value) return constant(types::Constant::none());
  return evaluate({locals.scope, last.span.begin}, *last.value);
}

PyRef Impl::evaluateCall(ScopePosition position, const Call& call) {
  PyRef callee = evaluate(position, *call.func);
  if (callee->name == "logging.getLogger") {
    PyObject& object = make(PyKind::Instance);
    object.name = "logging.Logger";
    return &object;
  }
  switch (callee->kind) {
    case PyKind::External: return callExternal(position, callee->name, call);
    case PyKind::Function: {
      if (callee->function->marks.script || callee->function->marks.ignore) return unknown;
      return callFunction(position, *callee->function, &call, nullptr);
    }
    case PyKind::Class: {
      if (callee->cls->kind == ClassKind::Enum || callee->cls->kind == ClassKind::Unknown)
        return unknown;
      PyObject& object = make(PyKind::Instance);
      object.cls = callee->cls;
      return &object;
    }
    default: return unknown;
  }
}

}  // namespace ts::compiler
