// BaseExceptionGroup and ExceptionGroup.
#include "core/eval/builtins/exceptions.h"

namespace ts::eval {
namespace {

std::vector<Value> membersOf(Vm& vm, const Value& group) {
  return vm.toVector(vm.getattr(group, "exceptions"));
}

bool isGroup(Vm& vm, const Value& value) {
  return vm.isInstance(value, vm.types.BaseExceptionGroup);
}

Value makeGroup(Vm& vm, Class* cls, const CallArgs& args) {
  if (args.positional != 2)
    vm.raiseTypeError("BaseExceptionGroup.__new__() takes exactly 2 arguments (" +
                      std::to_string(args.positional) + " given)");
  if (!args.values[0].as<Str>())
    vm.raiseTypeError("BaseExceptionGroup.__new__() argument 1 must be str, not " +
                      vm.classOf(args.values[0])->name);
  if (!args.values[1].as<List>() && !args.values[1].as<Tuple>())
    vm.raiseTypeError("second argument (exceptions) must be a sequence");
  std::vector<Value> members = vm.toVector(args.values[1]);
  if (members.empty())
    vm.raiseValueError("second argument (exceptions) must be a non-empty sequence");
  bool ordinary = true;
  for (size_t i = 0; i < members.size(); ++i) {
    if (!members[i].as<ExceptionObject>())
      vm.raiseValueError("Item " + std::to_string(i) +
                         " of second argument (exceptions) is not an exception");
    ordinary &= vm.isInstance(members[i], vm.types.Exception);
  }
  if (cls == vm.types.BaseExceptionGroup && ordinary) cls = vm.types.ExceptionGroup;
  if (!ordinary && cls->isSubclass(vm.types.Exception))
    vm.raiseTypeError(
        "Cannot nest BaseExceptions in an " +
        std::string(cls == vm.types.ExceptionGroup ? "ExceptionGroup" : "'" + cls->name + "'"));
  Value exception = makeException(vm, cls, args);
  auto* group = exception.as<ExceptionObject>();
  group->attributes = vm.dict();
  group->attributes->set(vm.intern("message"), args.values[0]);
  group->attributes->set(vm.intern("exceptions"), vm.tuple(std::move(members)));
  return exception;
}

std::string strGroup(Vm& vm, const Value& self) {
  const size_t count = membersOf(vm, self).size();
  return vm.toStr(vm.getattr(self, "message")) + " (" + std::to_string(count) + " sub-exception" +
         (count == 1 ? "" : "s") + ")";
}

bool matches(Vm& vm, const Value& exception, const Value& condition) {
  if (condition.as<Class>() || condition.as<Tuple>()) return vm.isInstance(exception, condition);
  return vm.truth(vm.call(condition, {exception}));
}

Value derive(Vm& vm, Value* args) {
  return vm.call(Value(vm.types.BaseExceptionGroup), {vm.getattr(args[0], "message"), args[1]});
}

// A group like this one with other members; None without members.
Value derived(Vm& vm, const Value& group, std::vector<Value> members) {
  if (members.empty()) return Value::none();
  Value value = vm.callMethod(group, "derive", {Value(vm.list(std::move(members)))});
  auto* from = group.as<ExceptionObject>();
  if (auto* to = value.as<ExceptionObject>()) {
    to->cause = from->cause;
    to->context = from->context;
    to->suppressContext = from->suppressContext;
    to->traceback = from->traceback;
    const Value* notes = from->attributes->find(vm.intern("__notes__"));
    if (notes && to->attributes)
      to->attributes->set(vm.intern("__notes__"), vm.list(vm.toVector(*notes)));
  }
  return value;
}

// Splits into the matching part and the rest; None stands for an empty part.
std::pair<Value, Value> splitGroup(Vm& vm, const Value& exception, const Value& condition) {
  if (matches(vm, exception, condition)) return {exception, Value::none()};
  if (!isGroup(vm, exception)) return {Value::none(), exception};
  std::vector<Value> matching, others;
  for (const Value& member : membersOf(vm, exception)) {
    auto [yes, no] = splitGroup(vm, member, condition);
    if (!yes.isNone()) matching.push_back(yes);
    if (!no.isNone()) others.push_back(no);
  }
  return {derived(vm, exception, std::move(matching)), derived(vm, exception, std::move(others))};
}

Value groupSplit(Vm& vm, Value* args) {
  auto [yes, no] = splitGroup(vm, args[0], args[1]);
  return vm.tuple({yes, no});
}
Value subgroup(Vm& vm, Value* args) { return splitGroup(vm, args[0], args[1]).first; }

const NativeDef kGroupMethods[] = {
    {"derive", "self, excs, /", derive},
    {"split", "self, condition, /", groupSplit},
    {"subgroup", "self, condition, /", subgroup},
};

}  // namespace

const TypeOps kGroupOps = {.make = makeGroup,
                           .init = initException,
                           .setattr = setException,
                           .repr = reprException,
                           .str = strGroup};
std::span<const NativeDef> groupMethods() { return kGroupMethods; }

}  // namespace ts::eval
