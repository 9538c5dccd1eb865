// Converts Python objects to sugared values.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/torch_profile.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/known_meanings.h"
#include "core/compiler/emit/name_suggestions.h"
#include "core/compiler/emit/symbols.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/compiler/resolve/known_names.h"
#include "core/compiler/resolve/namespaces.h"
#include "core/compiler/resolve/python_library.h"
#include "core/eval/vm/vm.h"
#include "core/ops/functions.h"

namespace ts::compiler {

using diag::Rule;
using ir::Value;

namespace {

std::string pythonType(const PyObject& object) {
  switch (object.kind) {
    case PyKind::Constant: {
      const types::Constant& c = object.constant;
      return c.isNone() ? "NoneType" : c.type()->annotation();
    }
    case PyKind::Ellipsis: return "ellipsis";
    case PyKind::Tuple: return "tuple";
    case PyKind::List: return "list";
    case PyKind::Dict: return "dict";
    case PyKind::Set: return "set";
    case PyKind::Module: return "module";
    case PyKind::Class: return "type";
    case PyKind::Function: return "function";
    case PyKind::EnumMember: return "enum member";
    case PyKind::Instance: return object.cls ? std::string(object.cls->qualifiedName) : object.name;
    default: return object.name.empty() ? "object" : object.name;
  }
}

// "torch.nn.functional.relu" for "__torch__.torch.nn.functional.relu".
std::string_view pythonName(std::string_view qualifiedName) {
  constexpr std::string_view kPrefix = "__torch__.";
  return qualifiedName.starts_with(kPrefix) ? qualifiedName.substr(kPrefix.size()) : qualifiedName;
}

SugaredPtr fromKnownFunction(Emission& emission, const ops::KnownFunction& knownFunction) {
  CompileContext& context = emission.context();
  if (knownFunction.kind == ops::KnownFunction::Kind::BooleanDispatch) {
    auto target = [&](std::string_view name) -> SugaredPtr {
      const ops::KnownFunction* match = ops::knownFunction(name);
      return match ? fromKnownFunction(emission, *match) : std::make_shared<UnknownSugared>();
    };
    return std::make_shared<DispatchValue>(std::string(knownFunction.argument), knownFunction.index,
                                           knownFunction.defaultFlag, target(knownFunction.ifTrue),
                                           target(knownFunction.ifFalse));
  }
  std::vector<ir::Function*> callees;
  // Complete graphs need the body; for diagnostics the signature is enough.
  if (context.purpose() == Purpose::Graphs) {
    std::string_view name = knownFunction.qualifiedName;
    const PyFunction* source = context.environment().libraryFunction(pythonName(name));
    if (source && !source->overloads.empty())
      return std::make_shared<FunctionValue>(context.functions().compileOverloads(*source));
    if (ir::Function* compiled = source ? context.functions().compile(*source) : nullptr)
      return std::make_shared<FunctionValue>(std::vector{compiled});
  }
  for (size_t i = 0; i < knownFunction.schemas().size(); ++i) {
    // A further overload has the same name, mangled.
    std::string name(knownFunction.qualifiedName);
    if (i > 0) name = context.names().mangledName(name, i);
    callees.push_back(context.functions().declare(name, knownFunction.schemas()[i]));
  }
  return std::make_shared<FunctionValue>(std::move(callees));
}

SugaredPtr fromFunction(Emission& emission, const PyFunction& function, PyRef object,
                        SourceRange at) {
  if (function.module && function.def) {
    std::string op =
        registeredOperator(function.module->name + "." + std::string(function.def->name.text));
    if (!op.empty()) return std::make_shared<BuiltinFunction>(Symbol::intern(op));
  }
  if (function.marks.unknown) return std::make_shared<UnknownSugared>();
  if (function.marks.ignore || function.marks.drop) return std::make_shared<PythonValue>(object);
  if (function.marks.overload && function.def) {
    throw CompileError(
        diag::Rule::BadOverload, at,
        fmt::format("'{}' has overloads and no implementation", function.def->name.text))
        .note("define it once more, without the decorator, below them");
  }
  if (!function.overloads.empty())
    return std::make_shared<FunctionValue>(
        emission.context().functions().compileOverloads(function));
  ir::Function* compiled = emission.context().functions().compile(function);
  if (!compiled) return std::make_shared<UnknownSugared>();
  return std::make_shared<FunctionValue>(std::vector{compiled});
}

// True for torch's own subclasses of torch.autograd.Function. Scripts can only use their `apply`.
bool isTorchAutogradSubclass(const PyObject& object) {
  const auto* cls = object.value.as<eval::Class>();
  return cls && std::ranges::any_of(cls->mro, [](const auto& base) {
           return base->name == "Function" && base->moduleName == "torch.autograd.function";
         });
}

// True for a function of a library that scripts compile, as its source in Python is PyTorch's.
bool hasOwnCode(std::string_view name) {
  return name.starts_with("torch.") || name.starts_with("torchvision.");
}

// The sugared value of an External, except constants.
SugaredPtr findExternal(Emission& emission, PyRef object, SourceRange at) {
  const std::string& name = object->name;
  if (auto form = specialForm(name)) return std::make_shared<SpecialForm>(form->form, form->dtype);
  if (name == "builtins.slice") return std::make_shared<SliceClass>();
  if (name == kAutogradApply && atLeast(TorchProfile::Torch2_6)) {
    if (object->value.as<eval::Method>() || object->cls)
      return std::make_shared<PythonValue>(object);
    return std::make_shared<UnknownSugared>();
  }
  if (const PyClass* cls = emission.context().knownClasses().named(name)) {
    if (const auto* type = emission.context().classes().compile(*cls))
      return std::make_shared<ClassValue>(type, nullptr);
    return std::make_shared<UnknownSugared>();
  }
  if (std::string op = operatorOf(name); !op.empty()) {
    Symbol symbol = Symbol::intern(op);
    // An unknown operator under torch.ops is reported as a missing attribute.
    if (name.starts_with("torch.ops.") && ops::schemasOf(symbol).empty()) {
      if (!op.starts_with("aten::") && !op.starts_with("prim::") && !op.starts_with("prims::"))
        return std::make_shared<UnknownSugared>();
      CompileError error(Rule::UnknownOperator, at,
                         fmt::format("TorchScript has no operator '{}'", op));
      auto near = ops::nearNames(op);
      if (!near.empty())
        error.note(fmt::format("operators with names like it: {}", fmt::join(near, ", ")));
      throw error;
    }
    return std::make_shared<BuiltinFunction>(symbol);
  }
  if (const ops::KnownFunction* knownFunction = ops::knownFunction(name))
    return fromKnownFunction(emission, *knownFunction);
  if (auto* function = object->value.as<eval::Function>(); function && hasOwnCode(name)) {
    const PyFunction* source = emission.context().environment().functionOf(*function);
    if (source->def && source->module) return fromFunction(emission, *source, object, at);
  }
  if (std::string_view compiled = compiledPredicate(name); !compiled.empty()) {
    const PyFunction* source =
        emission.context().purpose() == Purpose::Graphs
            ? emission.context().environment().libraryFunction(pythonName(compiled))
            : nullptr;
    if (ir::Function* function =
            source ? emission.context().functions().compile(*source) : nullptr) {
      return std::make_shared<FunctionValue>(std::vector{function});
    }
    ops::FunctionSchema schema;
    schema.name = "is_tracing";
    schema.returns.push_back({"", types::boolType()});
    return std::make_shared<FunctionValue>(
        std::vector{emission.context().functions().declare(std::string(compiled), schema)});
  }
  if (isException(name)) return std::make_shared<ExceptionValue>(name);
  const ops::PublicName* shown = ops::publicName(name);
  bool native =
      shown && shown->kind == ops::NameKind::Other && shown->target == "builtin_function_or_method";
  if (native || isNativeFunction(name)) {
    throw CompileError(Rule::UnsupportedPythonBuiltin, at,
                       fmt::format("Python's '{}' is not available in TorchScript",
                                   name.starts_with("builtins.") ? name.substr(9) : name));
  }
  if ((shown && shown->kind == ops::NameKind::Uncompilable) || isUncompilable(name)) {
    const std::optional<NamespaceMember> member = namespaceMember(name);
    const bool isClass = member && member->kind == MemberKind::Class;
    throw CompileError(Rule::UncompilableFunction, at,
                       fmt::format("'{}' is a Python {} that TorchScript can't compile", name,
                                   isClass ? "class" : "function"));
  }
  // Every callable of torch itself is taken for an operator of that name, which may not exist.
  if (isTorchCallable(name))
    return std::make_shared<BuiltinFunction>(Symbol::intern("aten::" + name.substr(6)));
  if (isNamespace(name) || isKnownClass(name) || isTorchAutogradSubclass(*object))
    return std::make_shared<PythonValue>(object);
  // Complete graphs need torch's own Python functions: torch.nn.utils.rnn.pack_padded_sequence.
  if (name.starts_with("torch.") && emission.context().purpose() == Purpose::Graphs) {
    const PyFunction* source = emission.context().environment().libraryFunction(name);
    if (source && source->def && source->module) return fromFunction(emission, *source, object, at);
  }
  if (isOfPythonLibrary(name)) return std::make_shared<LibraryValue>(name);
  return std::make_shared<UnknownSugared>();
}

SugaredPtr fromExternal(Emission& emission, PyRef object, SourceRange at, bool isConstant) {
  KnownExternal& knownExternal = emission.meanings().external(object);
  if (!knownExternal.isConstantKnown) {
    knownExternal.constant = moduleConstant(object->name);
    knownExternal.isConstantKnown = true;
  }
  if (knownExternal.constant) {
    if (isConstant) return simple(emission.constant(*knownExternal.constant, at));
    return std::make_shared<PythonValue>(object);
  }
  if (knownExternal.value) return knownExternal.value;
  SugaredPtr value = findExternal(emission, object, at);
  // Unknown is not cached: a class that is not compiled yet may become known.
  if (!value->isUnknown()) emission.meanings().external(object).value = value;
  return value;
}

bool derivesFromAutogradFunction(const PyClass& cls, int depth = 0) {
  return std::ranges::any_of(cls.bases, [&](PyRef base) {
    if (base->kind == PyKind::Class)
      return depth < 64 && derivesFromAutogradFunction(*base->cls, depth + 1);
    return isAutogradFunction(*base);
  });
}

SugaredPtr fromClass(Emission& emission, PyRef object) {
  const PyClass& cls = *object->cls;
  // A script uses only `apply`, which PyTorch 2 calls as Python code.
  if (derivesFromAutogradFunction(cls)) return std::make_shared<PythonValue>(object);
  switch (cls.kind) {
    case ClassKind::Exception: return std::make_shared<ExceptionValue>(cls.qualifiedName);
    case ClassKind::Plain:
      if (cls.marks.unknown) return std::make_shared<UnknownSugared>();
      if (const auto* type = emission.context().classes().compile(cls))
        return std::make_shared<ClassValue>(type, object);
      return std::make_shared<UnknownSugared>();
    case ClassKind::Enum:
    case ClassKind::NamedTuple: {
      types::TypePtr type = emission.context().classes().typeOfClass(cls);
      if (const auto* e = types::cast<types::EnumType>(type))
        return std::make_shared<EnumClassValue>(e);
      if (const auto* tuple = types::cast<types::TupleType>(type))
        return std::make_shared<NamedTupleConstructor>(tuple);
      return std::make_shared<UnknownSugared>();
    }
    case ClassKind::NnModule:
    case ClassKind::Interface: return std::make_shared<PythonValue>(object);
    case ClassKind::Unknown: break;
  }
  return std::make_shared<UnknownSugared>();
}

}  // namespace

SugaredPtr toSugared(Emission& emission, PyRef object, SourceRange at, bool isConstant) {
  switch (object->kind) {
    case PyKind::Unknown:
      if (isOfPythonLibrary(object->name)) return std::make_shared<LibraryValue>(object->name);
      return std::make_shared<UnknownSugared>();
    case PyKind::Constant:
      if (isConstant) return simple(emission.constant(object->constant, at));
      return std::make_shared<PythonValue>(object);
    case PyKind::Tuple: {
      if (!isConstant) return std::make_shared<PythonValue>(object);
      std::vector<SugaredPtr> parts;
      for (PyRef part : object->elements) parts.push_back(toSugared(emission, part, at, true));
      return simple(SugaredTuple(std::move(parts)).asValue(emission, at));
    }
    case PyKind::Function: return fromFunction(emission, *object->function, object, at);
    case PyKind::Class: return fromClass(emission, object);
    case PyKind::External: return fromExternal(emission, object, at, isConstant);
    case PyKind::Scripted:
      if (ir::Function* traced = emission.modules().types().adopted().functionOf(object->value))
        return std::make_shared<FunctionValue>(std::vector{traced});
      if (object->elements[0]->kind == PyKind::Instance) {
        throw CompileError(Rule::NotCallable, at,
                           "a scripted module can only be used in methods of a module that owns it")
            .note("make it a submodule and call it as `self.name(...)`");
      }
      return toSugared(emission, object->elements[0], at, isConstant);
    case PyKind::Dispatch: {
      bool byDefault = object->constant.isBool() && object->constant.toBool();
      return std::make_shared<DispatchValue>(object->name, object->index, byDefault,
                                             toSugared(emission, object->elements[0], at),
                                             toSugared(emission, object->elements[1], at));
    }
    case PyKind::EnumMember: {
      types::TypePtr type = emission.context().classes().typeOfClass(*object->cls);
      if (const auto* e = types::cast<types::EnumType>(type)) {
        return simple(emission.constant(types::Constant::enumValue(e, object->name), at));
      }
      return std::make_shared<UnknownSugared>();
    }
    case PyKind::Alias:
    case PyKind::Ellipsis:
    case PyKind::List:
    case PyKind::Dict:
    case PyKind::Set:
    case PyKind::Module:
    case PyKind::Instance:
    case PyKind::Opaque: return std::make_shared<PythonValue>(object);
  }
  return std::make_shared<UnknownSugared>();
}

SugaredPtr LibraryValue::attr(Emission&, SourceRange, std::string_view field) {
  return std::make_shared<LibraryValue>(fmt::format("{}.{}", name, field));
}

SugaredPtr LibraryValue::call(Emission&, SourceRange at, const CallArguments&, size_t) {
  if (!isUncallableInScripts(name)) return shared_from_this();
  throw CompileError(Rule::UnsupportedPythonBuiltin, at,
                     fmt::format("Python's '{}' is not available in TorchScript", name));
}

// ---- values that stay Python

std::string PythonValue::kind() const {
  return fmt::format("Python value of type '{}'", pythonType(*object));
}

Value* PythonValue::asValue(Emission&, SourceRange at) {
  CompileError error(Rule::GlobalAsValue, at,
                     quoted(at).empty()
                         ? fmt::format("{} can't be used as a value", withArticle(kind()))
                         : fmt::format("{} is {}, which can't be used as a value", quoted(at),
                                       withArticle(kind())));
  switch (object->kind) {
    case PyKind::Constant:
    case PyKind::List:
    case PyKind::Dict:
    case PyKind::Tuple:
    case PyKind::Instance:
      error.note(
          "script functions don't see globals and closed-over variables: pass it in as an "
          "argument, or write the "
          "constant where it is used");
      break;
    default: break;
  }
  throw error;
}

namespace {

// True for a method that the class defines for its instances.
bool isInstanceMethod(PyRef member) {
  return member && member->kind == PyKind::Function && member->function->owner &&
         !member->function->marks.staticMethod && !member->function->marks.classMethod;
}

// Throws for `Base.forward`: PyTorch compiles methods of instances only.
void refuseMethodOfClass(const PyObject& cls, PyRef member, SourceRange at,
                         std::string_view field) {
  bool isMethod =
      cls.kind == PyKind::Class && cls.cls->kind == ClassKind::NnModule && isInstanceMethod(member);
  if (cls.kind == PyKind::External) {
    auto known = namespaceMember(cls.name);
    isMethod = known && known->kind == MemberKind::ModuleClass;
  }
  if (!isMethod) return;
  std::string_view name = cls.cls ? cls.cls->qualifiedName : cls.name;
  throw CompileError(Rule::NoSuchAttribute, at,
                     fmt::format("a method of the class '{}' can't be called by the class's name",
                                 name.substr(name.rfind('.') + 1)))
      .note(fmt::format("a script calls only methods of instances: move the code of '{}' to a "
                        "method of another name in the base class, and call that on self",
                        field));
}

}  // namespace

SugaredPtr PythonValue::attr(Emission& emission, SourceRange at, std::string_view field) {
  bool isModule = object->kind == PyKind::Module ||
                  (object->kind == PyKind::External && isNamespace(object->name));
  if (object->kind == PyKind::Instance && isOfPythonLibrary(object->name)) {
    throw CompileError(
        Rule::UnsupportedPythonBuiltin, at,
        fmt::format("'{}' of Python's '{}' is not available in TorchScript", field, object->name));
  }
  if (object->kind == PyKind::Instance || object->kind == PyKind::Constant ||
      object->kind == PyKind::Opaque) {
    throw CompileError(Rule::NoSuchAttribute, at,
                       fmt::format("attributes of {} can't be used", withArticle(kind())))
        .note(
            "script functions don't see globals and closed-over variables: pass it in as an "
            "argument");
  }
  PyRef match = nullptr;
  if (isModule && !object->name.empty()) {
    // The attributes of a module that is known by name never change, so they are cached.
    KnownMember& knownMember = emission.meanings().member(object, field);
    if (!knownMember.isKnown) {
      knownMember.constant = moduleConstant(fmt::format("{}.{}", object->name, field));
      knownMember.isKnown = true;
    }
    if (knownMember.constant) return simple(emission.constant(*knownMember.constant, at));
    match = knownMember.object;
    if (!match) {
      match = emission.context().environment().attribute(object, field);
      if (match && !object->module && match->kind == PyKind::External)
        emission.meanings().member(object, field).object = match;
    }
  } else {
    match = emission.context().environment().attribute(object, field);
    refuseMethodOfClass(*object, match, at, field);
  }
  if (match && (isModule || match->kind == PyKind::Unknown))
    return toSugared(emission, match, at, /*isConstant=*/true);
  if (match && object->kind == PyKind::Class) return toSugared(emission, match, at);
  if (match && object->kind == PyKind::External)
    return toSugared(emission, match, at, /*isConstant=*/true);
  if (!isModule) {
    throw CompileError(Rule::NoSuchAttribute, at,
                       fmt::format("attributes of {} can't be used", withArticle(kind())));
  }
  std::string module = object->name.empty() && object->module ? object->module->name : object->name;
  CompileError error(Rule::NoSuchAttribute, at,
                     fmt::format("module '{}' has no attribute '{}'", module, field));
  suggestAttribute(error.diagnostic, field, namespaceNames(module));
  throw error;
}

bool PythonValue::hasAttr(Emission& emission, SourceRange at, std::string_view field) {
  PyRef match = emission.context().environment().attribute(object, field);
  if (match && match->kind == PyKind::Unknown) throw CompileError::alreadyReported();
  bool isKnown = object->kind == PyKind::Module || object->kind == PyKind::External ||
                 object->kind == PyKind::Class;
  if (!match && !isKnown) cannot(at, "asked for attributes");
  return match != nullptr;
}

namespace {

// The return type of an unannotated Python function, by the number of assignment targets.
ir::TypePtr resultOfUnannotated(size_t binders) {
  if (binders == 0) return types::noneType();
  if (binders > 1) return types::tupleOf(std::vector<ir::TypePtr>(binders, types::tensorType()));
  return types::tensorType();
}

SugaredPtr pythonOp(Emission& emission, SourceRange at, const ops::FunctionSchema& schema,
                    ir::TypePtr returned, std::string name, const CallArguments& arguments) {
  ir::Graph& graph = emission.graph();
  MatchedSchema matched = matchSchema(emission, schema, at, arguments);
  ir::Node* node = graph.insertNode(graph.create(ir::prim::PythonOp, matched.inputs)->setRange(at));
  node->set(ir::attr::name, std::move(name));
  node->output()->setType(returned);
  return simple(node->output());
}

// Warns of a call of Python code that the user did not mark as such.
void warnUnsavable(Emission& emission, SourceRange at, std::string_view name,
                   std::string_view note = {}) {
  diag::Diagnostic problem = diag::makeDiagnostic(
      Rule::UnsavableCall, at,
      fmt::format("'{}' stays a call of Python code, so the script can't be saved", name));
  if (!note.empty()) problem.note(std::string(note));
  emission.context().report(std::move(problem));
}

// Calls a function that stays Python, with the types of its annotations. selfType: the type of a
// method's object, which is the first argument; null for a function.
SugaredPtr callIgnored(Emission& emission, SourceRange at, const PyFunction& function,
                       ir::TypePtr selfType, const CallArguments& arguments, size_t binders) {
  if (arguments.anyUnknown()) return std::make_shared<UnknownSugared>();
  auto signature = emission.context().annotations().pythonSignature(function, selfType);
  for (const auto& error : signature.errors) emission.context().report(error);
  if (!signature.errors.empty()) return std::make_shared<UnknownSugared>();
  const ops::FunctionSchema& schema = signature.schema;
  size_t skipped = selfType ? 1 : 0;
  bool annotated =
      signature.hasReturn ||
      std::any_of(schema.arguments.begin() + std::min(skipped, schema.arguments.size()),
                  schema.arguments.end(), [](const ops::Argument& a) { return !a.inferred; });
  ir::TypePtr returned = resultOfUnannotated(binders);
  if (annotated) returned = schema.returns.empty() ? types::tensorType() : schema.returns[0].type;
  if (!function.marks.drop) {
    SugaredPtr result =
        pythonOp(emission, at, schema, returned, std::string(function.def->name.text), arguments);
    if (function.evaluated)
      emission.context().pythonCalls().remember(*result->asValue(emission, at)->node(), selfType,
                                                eval::Value(function.evaluated));
    return result;
  }
  matchSchema(emission, schema, at, arguments);
  ir::Graph& graph = emission.graph();
  Value* message = graph.insertConstant(
      types::Constant::string("This Python function is annotated to be ignored and cannot be run"));
  emitBuiltin(emission, at, ir::prim::RaiseException, {NamedValue(message)});
  return simple(graph.insertNode(graph.createUninitialized(returned))->output());
}

// Calls `apply` of a subclass of torch.autograd.Function. Arguments have any type and number.
SugaredPtr callAutogradApply(Emission& emission, SourceRange at, const PyObject& apply,
                             const CallArguments& arguments, size_t binders) {
  if (arguments.anyUnknown()) return std::make_shared<UnknownSugared>();
  ops::FunctionSchema schema;
  schema.name = "Function.apply";
  schema.isVararg = true;
  const auto* method = apply.value.as<eval::Method>();
  const auto* cls = method ? method->self.as<eval::Class>() : nullptr;
  std::string name = cls ? cls->name : std::string(apply.cls->def->name.text);
  SugaredPtr result = pythonOp(emission, at, schema, resultOfUnannotated(binders), name, arguments);
  if (method)
    emission.context().pythonCalls().remember(*result->asValue(emission, at)->node(), nullptr,
                                              apply.value);
  warnUnsavable(emission, at, name + ".apply");
  return result;
}

// True for calls such as `type(x)`. PyTorch takes a builtin class for a function of tensors.
bool takesOnlyTensors(const CallArguments& arguments) {
  return !arguments.positional.empty() && arguments.keyword.empty() &&
         std::ranges::all_of(arguments.positional, [](const NamedValue& argument) {
           return argument.type() && argument.type()->is(types::TypeKind::Tensor);
         });
}

// Calls a Python callable without source, which takes tensors and returns one.
SugaredPtr callWithTensors(Emission& emission, SourceRange at, std::string name,
                           const CallArguments& arguments, size_t binders) {
  ops::FunctionSchema schema;
  for (size_t i = 0; i < arguments.positional.size(); ++i)
    schema.arguments.push_back({fmt::format("{}", i), types::tensorType()});
  return pythonOp(emission, at, schema, resultOfUnannotated(binders), std::move(name), arguments);
}

}  // namespace

// Emits a call into Python. Ignored functions are called by their annotations; other callables take
// and return tensors.
SugaredPtr PythonValue::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                             size_t binders) {
  if (object->kind == PyKind::External && object->name == kAutogradApply)
    return callAutogradApply(emission, at, *object, arguments, binders);
  if (object->kind == PyKind::External || object->kind == PyKind::Class) {
    if (object->kind == PyKind::External && !isKnownClass(object->name))
      return SugaredValue::call(emission, at, arguments, binders);
    std::string name = object->cls ? object->cls->qualifiedName : object->name;
    constexpr std::string_view kBuiltins = "builtins.";
    const bool isBuiltin = name.starts_with(kBuiltins);
    const std::string builtin = isBuiltin ? name.substr(kBuiltins.size()) : "";
    if (name == "builtins.super") {
      throw CompileError(Rule::ClassInstantiation, at,
                         "Python's 'super' is not available in TorchScript")
          .note(
              "a script can't call a method that its class overrides: give the base class's code a "
              "method of another name, and call that on self");
    }
    if (isBuiltin && arguments.anyUnknown()) return std::make_shared<UnknownSugared>();
    if (isBuiltin && takesOnlyTensors(arguments)) {
      SugaredPtr result = callWithTensors(emission, at, builtin, arguments, binders);
      if (emission.context().purpose() == Purpose::Graphs) {
        eval::Vm& vm = emission.context().environment().vm();
        if (const eval::Value* cls = vm.builtins().find(vm.intern(builtin)))
          emission.context().pythonCalls().remember(*result->asValue(emission, at)->node(), nullptr,
                                                    *cls);
      }
      warnUnsavable(emission, at, builtin,
                    "the script raises an error when it gets here: PyTorch expects a tensor as the "
                    "result");
      return result;
    }
    throw CompileError(Rule::ClassInstantiation, at,
                       isBuiltin
                           ? fmt::format("Python's '{}' is not available in TorchScript", builtin)
                           : fmt::format("'{}' can't be instantiated in a script function", name));
  }
  bool isCallable = object->kind == PyKind::Instance ||
                    (object->kind == PyKind::Opaque && object->name == "partial");
  if (object->kind == PyKind::Function)
    return callIgnored(emission, at, *object->function, nullptr, arguments, binders);
  if (!isCallable) return SugaredValue::call(emission, at, arguments, binders);
  if (arguments.anyUnknown()) return std::make_shared<UnknownSugared>();
  SugaredPtr result = callWithTensors(emission, at, "<python_value>", arguments, binders);
  warnUnsavable(emission, at, quoted(at).empty() ? pythonType(*object) : std::string(at.text()));
  return result;
}

SugaredPtr IgnoredMethod::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                               size_t binders) {
  CallArguments all{{NamedValue(at, self, "self")}, arguments.keyword};
  all.positional.insert(all.positional.end(), arguments.positional.begin(),
                        arguments.positional.end());
  return callIgnored(emission, at, *function, self->type(), all, binders);
}

}  // namespace ts::compiler
