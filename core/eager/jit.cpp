#include "core/eager/jit.h"

#include <algorithm>
#include <cstdio>

#include "core/autodiff/tape.h"
#include "core/base/output.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/compiler/resolve/torch_names.h"
#include "core/diag/renderers/renderer.h"
#include "core/eager/convert.h"
#include "core/eager/tracing.h"
#include "core/eval/builtins/containers.h"
#include "core/eval/vm/state.h"
#include "core/interp/marker_scope.h"
#include "core/ir/kinds.h"

namespace ts::eager {
namespace {

constexpr eval::TypeOps kHandleOps = {};

bool isScriptModule(const Value& value) { return value.object() && value.object()->attributes; }

// The `_c` of a scripted object; null for other objects.
Handle* handleIn(Vm& vm, const Value& value) {
  if (!isScriptModule(value)) return nullptr;
  const Value* handle = value.object()->attributes->find(vm.intern("_c"));
  return handle ? handle->asNative<Handle>() : nullptr;
}

}  // namespace

Jit::Jit(Vm& vm, eval::ModuleLoader& loader, runtime::Runtime& runtime)
    : Jit(vm, loader, runtime, compiler::RunningProgram(vm)) {}
Jit::Jit(Vm& vm, eval::ModuleLoader& loader, runtime::Runtime& runtime,
         const compiler::RunningProgram&)
    : vm_(vm), runtime_(runtime), unit_(loader) {
  interpreter().setHost(this);
  handleClass_ = vm.defineClass(
      {"ScriptHandle", "torch._C", eval::Kind::Native, &kHandleOps, handleMembers(), false});
  graphPartClass_ =
      vm_.defineClass({"GraphPart", "torch._C", eval::Kind::Native, &kHandleOps, {}, false});
}
Jit::~Jit() {
  interpreter().setHost(nullptr);
  interpreter().forgetPrograms();
}

void Jit::begin() {
  unit_.modules().types().forgetInstances();
  unit_.sink().take();
  unit_.context().problems().forgetUnknown();
}

// A later call compiles what has failed once more, and raises the same error.
void Jit::raiseProblems() {
  try {
    raiseProblems(unit_.sink());
  } catch (const eval::Raised&) {
    unit_.forgetFailures();
    throw;
  }
}

void Jit::raiseProblems(diag::Sink& sink) {
  for (const diag::Diagnostic& problem : sink.take()) {
    if (problem.severity != diag::Severity::Error) continue;
    auto renderer = diag::makeRenderer(diag::Format::Text, {});
    renderer->add(problem);
    renderer->finish();
    std::string text = renderer->take();
    while (!text.empty() && text.back() == '\n') text.pop_back();
    Ref<eval::ExceptionObject> exception =
        vm_.makeException(vm_.types.RuntimeError, {Value(vm_.str(std::move(text)))});
    exception->diagnostic = std::make_shared<const diag::Diagnostic>(problem);
    throw eval::Raised{exception};
  }
}

void Jit::raiseWithoutGraph(const std::string& name, std::string_view otherwise) {
  std::string why = unit_.context().problems().whyNoGraph();
  why = why.empty() ? std::string(otherwise) : ", " + why;
  unit_.forgetFailures();
  vm_.raise(vm_.types.RuntimeError, fmt::format("'{}' can't be compiled{}", name, why));
}

Value Jit::handleOf(const ir::Function& function, Value original) {
  Ref<Handle> handle = new Handle(handleClass_, std::move(original));
  handle->function = &function;
  return handle;
}

ir::Function& Jit::addFunction(std::string qualifiedName, ir::GraphPtr graph) {
  graph->keepAlive(unit_.sharedTypes());
  ir::Function& function = traced_.emplace_back();
  function.schema = trace::schemaOf(qualifiedName.substr(qualifiedName.rfind('.') + 1), *graph);
  function.qualifiedName = std::move(qualifiedName);
  function.graph = std::move(graph);
  return function;
}

Value Jit::handleOf(tensor::Ptr<tensor::ObjectValue> object, Value original) {
  eval::Ref<Handle>& handle = handles_[object.get()];
  if (!handle) {
    handle = new Handle(handleClass_, std::move(original));
    handle->object = object;
  }
  return Value(handle);
}

Value Jit::compileFunction(const Value& callable) {
  auto* function = callable.as<eval::Function>();
  if (!function) vm_.raiseTypeError("expected a function, not " + vm_.classOf(callable)->name);
  begin();
  const compiler::PyFunction* source = unit_.environment().functionOf(*function);
  const ir::Function* compiled = nullptr;
  if (source->def && source->module && source->def->kind == syntax::StmtKind::FunctionDef)
    compiled = unit_.compile(*source);
  raiseProblems();
  if (!compiled || !compiled->graph)
    raiseWithoutGraph(function->name->text,
                      ": its source is unknown, or it is not a plain function");
  return handleOf(*compiled, callable);
}

void Jit::compileClass(const Value& classValue) {
  begin();
  // The class is looked at while its decorators run, so that this call is their only trace.
  vm_.jitEvents.push_back({eval::JitUse::Script, classValue, vm_.where(), {}, {}});
  const compiler::PyClass* cls = unit_.environment().classOf(*classValue.as<Class>());
  unit_.typeOfClass(*cls);
  raiseProblems();
}

Value Jit::compileModule(const Value& instance) {
  begin();
  compiler::ConcreteModule* module = unit_.modules().compile(instance, vm_.where());
  raiseProblems();
  const ir::Function* forward = module ? module->type->method("forward") : nullptr;
  if (!module || (forward && !forward->graph)) raiseWithoutGraph(vm_.classOf(instance)->name, "");
  return handleOf(makeObject(unit_.modules().types().prepared().of(instance), *module), instance);
}

const compiler::ConcreteModule* Jit::inferModule(const Value& instance) {
  begin();
  const compiler::ConcreteModule* module = unit_.modules().types().typeOf(instance);
  raiseProblems();
  return module;
}

void Jit::compileMethod(const Handle& handle, const std::string& name, eval::Function& source) {
  begin();
  compiler::ConcreteModule* module = unit_.modules().types().of(handle.object->type);
  unit_.modules().methods().compile(*module, name, *unit_.environment().functionOf(source));
  raiseProblems();
}

tensor::Ptr<tensor::ObjectValue> Jit::makeObject(const Value& instance,
                                                 compiler::ConcreteModule& module) {
  if (Handle* handle = handleIn(vm_, instance); handle && handle->object) return handle->object;
  auto result = tensor::makeCounted<tensor::ObjectValue>(module.type);
  result->keepsAlive = unit_.sharedTypes();
  for (const types::ClassAttribute& attribute : module.type->attributes()) {
    const Value value =
        unit_.modules().types().prepared().of(vm_.getattr(instance, attribute.name));
    if (compiler::ConcreteModule* inner = module.module(attribute.name)) {
      auto object = makeObject(value, *inner);
      handleOf(object, value);
      result->slots.emplace_back(object);
    } else if (attribute.type->is(types::TypeKind::Interface)) {
      result->slots.emplace_back(makeObject(value, *unit_.modules().types().typeOf(value)));
    } else {
      result->slots.push_back(
          typedValue(value, attribute.type, "attribute '" + attribute.name + "'"));
    }
  }
  return result;
}

Stack Jit::bind(const ir::Function& function, std::vector<IValue> arguments, const CallArgs& rest) {
  const std::vector<ops::Argument>& parameters = function.schema.arguments;
  auto typeAt = [&](size_t i) { return i < parameters.size() ? parameters[i].type : nullptr; };
  const size_t skipped = arguments.size();
  for (size_t i = 0; i < rest.positional; ++i) {
    types::TypePtr type = typeAt(skipped + i);
    arguments.push_back(type ? typedValue(rest.values[i], type, {})
                             : toIValue(vm_, rest.values[i]));
  }
  std::vector<std::pair<std::string, IValue>> named;
  for (size_t i = 0; i < rest.names.size(); ++i) {
    const Value& value = rest.values[rest.positional + i];
    auto index = function.schema.argumentIndex(rest.names[i]->text);
    named.emplace_back(rest.names[i]->text, index ? typedValue(value, parameters[*index].type, {})
                                                  : toIValue(vm_, value));
  }
  return interp::bindArguments(function.schema, arguments, named);
}

Value Jit::run(const ir::Function& function, std::vector<IValue> arguments, const CallArgs& rest) {
  const bool isMethod = !arguments.empty();
  try {
    interpreter().setInterrupt(vm_.interrupt);
    Stack stack = bind(function, std::move(arguments), rest);
    const bool isRecorded = autodiff::TapeMarker::isNeeded(interpreter(), function, stack);
    const interp::MarkerScope marked(interpreter(),
                                     isRecorded ? &autodiff::TapeMarker::instance() : nullptr);
    trace::Recorder* recorder = recorderOf(vm_);
    if (!recorder) return fromTyped(interpreter().run(function, std::move(stack)));
    ir::Value* call = recorder->beginCall(const_cast<ir::Function&>(function), isMethod, stack);
    TracingPause pause(vm_);
    const IValue result = interpreter().run(function, std::move(stack));
    recorder->endCall(call, result);
    return fromTyped(result);
  } catch (const tensor::Error& error) {
    raiseError(vm_, error);
  } catch (const interp::Exception& exception) {
    raiseException(exception);
  }
}

void Jit::raiseException(const interp::Exception& exception) {
  if (exception.isGap) vm_.raiseGap(exception.text());
  Value cls = vm_.types.RuntimeError;
  if (exception.className == "torch.jit.Error") {
    cls = vm_.moduleAttribute(*vm_.module("torch.jit"), vm_.intern("Error"));
  } else if (Value* builtin = vm_.builtins().find(vm_.intern(exception.className))) {
    cls = *builtin;
  }
  auto* exceptionClass = cls.as<Class>();
  vm_.raise(exceptionClass ? exceptionClass : vm_.types.RuntimeError, exception.text());
}

// ---- values

IValue Jit::typedValue(const Value& value, types::TypePtr type, std::string_view what) {
  types::TypePtr wanted = type->is(types::TypeKind::Optional) ? type->element() : type;
  if (value.isNone()) return {};
  const ConversionDepth depth(vm_);
  if (Handle* handle = handleIn(vm_, value); handle && handle->object) return handle->object;
  if (const auto* cls = types::cast<types::ClassType>(wanted); cls && !cls->isModule()) {
    auto object = tensor::makeCounted<tensor::ObjectValue>(cls);
    object->keepsAlive = unit_.sharedTypes();
    for (const types::ClassAttribute& attribute : cls->attributes())
      object->slots.push_back(
          typedValue(vm_.getattr(value, attribute.name), attribute.type, attribute.name));
    return object;
  }
  if (const auto* enumeration = types::cast<types::EnumType>(wanted)) {
    Value name = vm_.getattr(value, "name");
    auto* text = name.as<Str>();
    if (text)
      return tensor::makeCounted<tensor::EnumValue>(
          enumeration, text->text,
          typedValue(vm_.getattr(value, "value"), enumeration->valueType(), what));
  }
  if (const auto* tuple = types::cast<types::TupleType>(wanted); tuple && value.as<Tuple>()) {
    const std::vector<Value>& items = value.as<Tuple>()->items;
    if (items.size() == tuple->contained().size()) {
      std::vector<IValue> values;
      for (size_t i = 0; i < items.size(); ++i)
        values.push_back(typedValue(items[i], tuple->element(i), what));
      return tensor::makeCounted<tensor::TupleValue>(std::move(values),
                                                     tuple->isNamed() ? tuple : nullptr);
    }
  }
  if (wanted->is(types::TypeKind::List) && (value.as<List>() || value.as<Tuple>())) {
    std::vector<IValue> items;
    for (const Value& item : vm_.toVector(value))
      items.push_back(typedValue(item, wanted->element(), what));
    return tensor::makeList(wanted->element(), std::move(items));
  }
  if (wanted->is(types::TypeKind::Dict) && value.as<Dict>()) {
    auto dict = tensor::makeCounted<tensor::DictValue>(wanted->element(0), wanted->element(1));
    value.as<Dict>()->each([&](const Value& key, const Value& item) {
      dict->set(typedValue(key, wanted->element(0), what),
                typedValue(item, wanted->element(1), what));
    });
    return dict;
  }
  IValue plain = toIValue(vm_, value);
  if (std::optional<IValue> fitting = interp::fitTo(plain, type)) return *fitting;
  if (what.empty()) return plain;  // bindArguments reports invalid arguments
  vm_.raiseTypeError(std::string(what) + " is a " + vm_.classOf(value)->name + ", not a " +
                     type->annotation());
}

Value Jit::fromTyped(const IValue& value) {
  const ConversionDepth depth(vm_);
  switch (value.tag()) {
    case tensor::Tag::List: {
      std::vector<Value> items;
      for (const IValue& item : value.toList().items) items.push_back(fromTyped(item));
      return vm_.list(std::move(items));
    }
    case tensor::Tag::Dict: {
      Ref<Dict> dict = vm_.dict();
      for (const auto& entry : value.toDict().entries())
        dict->set(vm_, fromTyped(entry.key), fromTyped(entry.value));
      return dict;
    }
    case tensor::Tag::Tuple: {
      const tensor::TupleValue& tuple = value.toTuple();
      std::vector<Value> items, fields;
      for (const IValue& item : tuple.items) items.push_back(fromTyped(item));
      if (!tuple.type || !tuple.type->isNamed()) return vm_.tuple(std::move(items));
      for (const std::string& field : tuple.type->fieldNames()) fields.push_back(vm_.str(field));
      const std::string& name = tuple.type->qualifiedName();
      Value make =
          vm_.moduleAttribute(*vm_.module("torch.jit._script"), vm_.intern("_named_tuple"));
      return vm_.call(
          make, {vm_.str(name.substr(name.rfind('.') + 1)), Value(vm_.tuple(std::move(fields))),
                 Value(vm_.tuple(std::move(items)))});
    }
    case tensor::Tag::Enum: {
      const tensor::EnumValue& member = value.toEnum();
      const std::string name = compiler::pythonName(member.type->qualifiedName());
      const size_t dot = name.rfind('.');
      Ref<eval::Module> module = vm_.module(name.substr(0, dot));
      Value cls = module ? vm_.moduleAttribute(*module, vm_.intern(name.substr(dot + 1))) : Value();
      return cls.isUnbound() ? fromTyped(member.value) : vm_.getattr(cls, member.name);
    }
    case tensor::Tag::Object: {
      const IValue copy = value;
      auto object = tensor::Ptr<tensor::ObjectValue>(&copy.toObject());
      if (object->type->isModule()) {
        Value wrapper =
            vm_.moduleAttribute(*vm_.module("torch.jit._script"), vm_.intern("_wrap_module"));
        return vm_.call(wrapper, {handleOf(object, Value())});
      }
      const compiler::PyClass* cls = unit_.context().classes().pythonClass(object->type);
      if (!cls || !cls->evaluated) break;
      Ref<eval::Instance> instance = vm_.instance(cls->evaluated.get());
      for (size_t i = 0; i < object->slots.size(); ++i)
        vm_.setattr(Value(instance), vm_.intern(object->type->attributes()[i].name),
                    fromTyped(object->slots[i]));
      return instance;
    }
    default: break;
  }
  return fromIValue(vm_, value);
}

// ---- host

void Jit::print(std::string_view text) {
  if (vm_.output) vm_.output(text);
}

void Jit::warn(std::string_view message, std::string_view category, SourceRange at) {
  const std::string path = at.file ? at.file->path() : "<string>";
  const unsigned line = at.file ? at.file->lineOf(at.span.begin) : 1;
  vm_.writeError(fmt::format("{}:{}: {}: {}\n", path, line, category, message));
}

IValue Jit::callPython(const ir::Node& call, std::span<const IValue> arguments) {
  const Value callable = unit_.context().pythonCalls().callableOf(call);
  if (callable.isUnbound() && !call.hasAttribute(ir::attr::name))
    throw tensor::Error(tensor::ErrorKind::NotImplemented,
                        "a function of a library that the code calls could not be compiled");
  if (callable.isUnbound())
    throw tensor::Error(
        tensor::ErrorKind::NotImplemented,
        "the Python function '" + call.get<std::string>(ir::attr::name) + "' is not available");
  std::vector<Value> values;
  for (const IValue& argument : arguments) values.push_back(fromTyped(argument));
  Value result = vm_.call(callable, std::span<const Value>(values));
  if (call.outputs().empty()) return {};
  return typedValue(result, call.output()->type(),
                    "the result of '" + call.get<std::string>(ir::attr::name) + "'");
}

Jit& jitOf(Vm& vm) {
  std::unique_ptr<Jit>& held = eagerOf(vm).jit;
  if (!held) held = std::make_unique<Jit>(vm, *vm.state().loader, eagerOf(vm).runtime);
  return *held;
}

}  // namespace ts::eager
