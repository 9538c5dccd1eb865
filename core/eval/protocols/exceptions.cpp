// Raising.
#include "core/eval/protocols/traceback.h"
#include "core/eval/vm/state.h"
#include "core/eval/vm/vm.h"

namespace ts::eval {

Ref<ExceptionObject> Vm::makeException(Class* exception, std::vector<Value> args) {
  burnForUnwinding();  // it is raised soon, and native code may handle it
  Ref<ExceptionObject> object;
  // Some classes store their arguments in attributes.
  if (args.size() > 1 || exception->isSubclass(types.SyntaxError)) {
    const CallArgs argument = {args.data(), args.size(), {}};
    const Value value = exception->ops->make(*this, exception, argument);
    exception->ops->init(*this, value, argument);
    object = value.as<ExceptionObject>();
  } else {
    object = new ExceptionObject(exception);
    object->args = tuple(std::move(args));
    if (exception->isSubclass(types.StopIteration) && !object->args->items.empty())
      object->value = object->args->items[0];
  }
  object->context = handledException();
  return object;
}

void Vm::raise(Class* exception, std::vector<Value> args) {
  throw Raised{makeException(exception, std::move(args))};
}

void Vm::raise(Class* exception, std::string message) {
  raise(exception, std::vector<Value>{str(std::move(message))});
}

void Vm::raiseGap(std::string what) {
  constexpr size_t kMostGaps = 64;
  if (!strict) {
    burnForUnwinding();
    if (state_->gaps.size() < kMostGaps) state_->gaps.push_back({std::move(what), stack()});
    throw UnknownTruth{};
  }
  Ref<ExceptionObject> exception = makeException(types.NotImplementedError, {str(what)});
  exception->traceback = stack();
  throw GapReached(what, std::move(exception));
}

Ref<ExceptionObject> Vm::toException(const Value& raised) {
  if (auto* exception = raised.as<ExceptionObject>()) return exception;
  auto* cls = raised.as<Class>();
  if (!cls || !cls->isSubclass(types.BaseException))
    raiseTypeError("exceptions must derive from BaseException");
  Value value = call(raised);
  if (auto* exception = value.as<ExceptionObject>()) return exception;
  if (value.isUnknown()) throw UnknownTruth{};
  raiseTypeError("calling <class '" + cls->name +
                 "'> should have returned an instance of BaseException, not <class '" +
                 classOf(value)->name + "'>");
}

Value tracebackOf(Vm& vm, const ExceptionObject& exception) {
  if (exception.traceback.empty()) return Value::none();
  auto* traceback = new Traceback(vm.state().traceback);
  traceback->places = exception.traceback;
  return traceback;
}

}  // namespace ts::eval
