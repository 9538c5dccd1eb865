// Creates an instance by calling its class.
#include "core/eval/vm/call_args.h"
#include "core/eval/vm/special_call.h"
#include "core/eval/vm/state.h"

namespace ts::eval {
namespace {

Value makeInstance(Vm& vm, Class& cls, const CallArgs& args) {
  if (cls.has(Special::New))
    if (const Value* member = cls.lookup(vm.special(Special::New))) {
      auto* method = member->as<StaticMethod>();
      const Value function = method ? method->function : *member;
      if (auto* python = function.as<Function>())
        return callWithFirst(vm, *python, Value(&cls), args);
      return vm.call(function, WithFirst(Value(&cls), args).args());
    }
  if (!cls.ops->make) vm.raiseTypeError("cannot create '" + fullName(cls) + "' instances");
  try {
    return cls.ops->make(vm, &cls, args);
  } catch (const UnknownTruth&) {
    return Value::unknown();
  }
}

}  // namespace

Value Vm::instantiate(Class& cls, const CallArgs& args) {
  Vm& vm = *this;
  CallArgs kept = args;
  kept.areOwned = false;  // __init__ gets the same arguments
  Value instance = makeInstance(vm, cls, kept);
  // type(x) returns x's class and creates nothing.
  if (instance.isUnknown() || (&cls == vm.types.type && args.positional == 1)) return instance;
  Class* own = vm.classOf(instance);
  if (!own->isSubclass(&cls)) return instance;
  if (vm.state().instanceListener) vm.state().instanceListener(instance, kept);
  if (own->has(Special::Init)) {
    if (const Value* member = own->lookup(vm.special(Special::Init))) {
      Value function = *member;
      if (function.isUnknown()) return function;
      Value result;
      if (auto* python = function.as<Function>()) {
        result = callWithFirst(vm, *python, instance, args);
      } else {
        if (!bindDescriptor(vm, function, instance, own, result)) result = function;
        result = vm.call(result, args);
      }
      if (!result.isNone() && !result.isUnknown())
        vm.raiseTypeError("__init__() should return None, not '" + vm.classOf(result)->name + "'");
    }
  } else if (own->ops->init) {
    try {
      own->ops->init(vm, instance, args);
    } catch (const UnknownTruth&) {
      return Value::unknown();
    }
  }
  return instance;
}

}  // namespace ts::eval
