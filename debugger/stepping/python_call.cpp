#include "debugger/stepping/python_call.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/eager/jit.h"
#include "core/eval/bytecode/bytecode.h"
#include "core/eval/vm/state.h"

namespace ts::stepping {

using eval::Value;
using tensor::IValue;
using tensor::ObjectValue;
using types::TypeKind;
using types::TypePtr;

namespace {

// True for a type whose values may change, or may contain values that change. A tensor is shared.
bool isMutable(TypePtr type) {
  switch (type->kind()) {
    case TypeKind::List:
    case TypeKind::Dict:
    case TypeKind::Class:
    case TypeKind::Interface:
    case TypeKind::Future:
    case TypeKind::Await:
    case TypeKind::RRef:
    case TypeKind::Any:
    case TypeKind::AnyList:
    case TypeKind::AnyTuple:
    case TypeKind::AnyClass:
    case TypeKind::Function: return true;
    default: return std::ranges::any_of(type->contained(), isMutable);
  }
}

// True for a type whose values can be copied to Python and back without a change of their identity.
bool isCopyable(TypePtr type) {
  if (type->is(TypeKind::Optional)) return isCopyable(type->element());
  if (type->is(TypeKind::List) || type->is(TypeKind::Dict))
    return std::ranges::none_of(type->contained(), isMutable);
  return !isMutable(type);
}

bool isModule(const IValue& value) { return value.isObject() && value.toObject().type->isModule(); }

// Calls visit(object, Python module) for a module and for all modules inside of it.
template <typename F>
void eachModule(eval::Vm& vm, ObjectValue& object, const Value& module, F&& visit) {
  visit(object, module);
  for (size_t i = 0; i < object.slots.size(); ++i)
    if (isModule(object.slots[i]))
      eachModule(vm, object.slots[i].toObject(),
                 vm.getattr(module, object.type->attributes()[i].name), visit);
}

// Gives a container of a graph the content of another one.
void copyContent(const IValue& from, const IValue& into) {
  if (into.isList()) {
    into.toList().items = from.toList().items;
  } else if (into.isDict()) {
    tensor::DictValue& dict = into.toDict();
    dict.clear();
    for (const auto& entry : from.toDict().entries()) dict.set(entry.key, entry.value);
  }
}

bool isContainer(const IValue& value) { return value.isList() || value.isDict(); }

}  // namespace

PythonCall::PythonCall(eval::Vm& vm, const ir::Graph& graph, std::string_view function,
                       std::span<const IValue> arguments)
    : vm_(vm), graph_(graph), arguments_(arguments) {
  findFunction(function);
  if (problem_.empty()) findMutableParts();
}

void PythonCall::findFunction(std::string_view name) {
  eager::Jit& jit = eager::jitOf(vm_);
  if (!arguments_.empty() && isModule(arguments_[0])) {
    const IValue self = arguments_[0];
    const Value handle = jit.handleOf(tensor::Ptr<ObjectValue>(&self.toObject()), Value());
    module_ = handle.asNative<eager::Handle>()->original;
    if (module_.isUnbound()) {
      problem_ = fmt::format("`{}` has no Python object: its module comes from a file", name);
      return;
    }
    callee_ = vm_.getattr(module_, name.substr(name.rfind('.') + 1));
    const auto* bound = callee_.as<eval::Method>();
    const auto* function = bound ? bound->function.as<eval::Function>() : nullptr;
    code_ = function ? function->code.get() : nullptr;
  } else if (const compiler::PyFunction* source =
                 jit.unit().context().functions().sourceOf(graph_)) {
    if (source->evaluated) callee_ = Value(source->evaluated);
    code_ = source->evaluated ? source->evaluated->code.get() : nullptr;
  }
  if (!code_ || code_->parameterCount() != arguments_.size())
    problem_ = fmt::format("`{}` has no Python function with the parameters of the graph", name);
}

void PythonCall::findMutableParts() {
  for (size_t i = firstValue(); i < arguments_.size(); ++i) {
    const ir::Value* input = graph_.inputs()[i];
    if (isCopyable(input->type())) continue;
    problem_ = fmt::format("the argument `{}` is a {}, which would be another object in Python",
                           input->debugNameBase(), input->type()->annotation());
    return;
  }
  if (module_.isUnbound()) return;
  eachModule(vm_, arguments_[0].toObject(), module_, [&](const ObjectValue& object, const Value&) {
    const auto& attributes = object.type->attributes();
    for (size_t i = 0; i < attributes.size(); ++i)
      if (!isModule(object.slots[i]) && !isCopyable(attributes[i].type))
        problem_ =
            fmt::format("the attribute `{}` is a {}, which would be another object in Python",
                        attributes[i].name, attributes[i].type->annotation());
  });
}

// ---- values

void PythonCall::copyToPython() {
  eager::Jit& jit = eager::jitOf(vm_);
  for (size_t i = firstValue(); i < arguments_.size(); ++i)
    values_.push_back(jit.fromTyped(arguments_[i]));
  if (module_.isUnbound()) return;
  eachModule(vm_, arguments_[0].toObject(), module_, [&](ObjectValue& object, const Value& module) {
    for (size_t i = 0; i < object.slots.size(); ++i) {
      const types::ClassAttribute& attribute = object.type->attributes()[i];
      const IValue slot = object.slots[i];
      if (isModule(slot)) continue;
      // A parameter cannot be replaced by a plain tensor, and need not be: both sides share it.
      const IValue now =
          jit.typedValue(vm_.getattr(module, attribute.name), attribute.type, attribute.name);
      if (!now.same(slot)) vm_.setattr(module, vm_.intern(attribute.name), jit.fromTyped(slot));
    }
  });
}

void PythonCall::copyBack() {
  eager::Jit& jit = eager::jitOf(vm_);
  for (size_t i = firstValue(); i < arguments_.size(); ++i)
    if (isContainer(arguments_[i]))
      copyContent(
          jit.typedValue(values_[i - firstValue()], graph_.inputs()[i]->type(), "an argument"),
          arguments_[i]);
  if (module_.isUnbound()) return;
  eachModule(vm_, arguments_[0].toObject(), module_, [&](ObjectValue& object, const Value& module) {
    for (size_t i = 0; i < object.slots.size(); ++i) {
      const types::ClassAttribute& attribute = object.type->attributes()[i];
      IValue& slot = object.slots[i];
      if (isModule(slot)) continue;
      IValue now =
          jit.typedValue(vm_.getattr(module, attribute.name), attribute.type, attribute.name);
      if (isContainer(slot) && isContainer(now))
        copyContent(now, slot);
      else
        slot = std::move(now);
    }
  });
}

// ---- the call

std::vector<IValue> PythonCall::call() {
  copyToPython();
  std::vector<eval::Str*> names;  // of keyword-only parameters
  for (size_t i = code_->argCount; i < arguments_.size(); ++i)
    names.push_back(vm_.intern(graph_.inputs()[i]->debugNameBase()));
  const Value result =
      vm_.call(callee_, eval::CallArgs{values_.data(), values_.size() - names.size(), names});
  copyBack();
  if (graph_.outputs().empty()) return {};
  // A container that was an argument stays the same object.
  for (size_t i = firstValue(); i < arguments_.size(); ++i)
    if (isContainer(arguments_[i]) && result.same(values_[i - firstValue()]))
      return {arguments_[i]};
  return {eager::jitOf(vm_).typedValue(result, graph_.outputs()[0]->type(), "the result")};
}

std::vector<IValue> PythonCall::run() {
  try {
    return call();
  } catch (const eval::Raised& raised) {
    interp::Exception exception;
    exception.className = raised.exception->cls->name;
    exception.message = vm_.toStr(Value(raised.exception.get()));
    throw exception;
  }
}

}  // namespace ts::stepping
