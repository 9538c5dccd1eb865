// Raising.
#include "core/eval/vm.h"

namespace ts::eval {

void Vm::raise(Class* exception, std::vector<Value> args) {
  Ref<ExceptionObject> made = new ExceptionObject(exception);
  made->args = tuple(std::move(args));
  if (exception->isSubclass(types.StopIteration) && !made->args->items.empty())
    made->value = made->args->items[0];
  made->context = handledException();
  throw Raised{made};
}

void Vm::raise(Class* exception, std::string message) {
  raise(exception, std::vector<Value>{str(std::move(message))});
}

Ref<ExceptionObject> Vm::toException(const Value& raised) {
  if (auto* exception = raised.as<ExceptionObject>()) return exception;
  auto* cls = raised.as<Class>();
  if (!cls || !cls->isSubclass(types.BaseException))
    raiseTypeError("exceptions must derive from BaseException");
  Value made = call(raised);
  if (auto* exception = made.as<ExceptionObject>()) return exception;
  if (made.isUnknown()) throw UnknownTruth{};
  raiseTypeError("calling <class '" + cls->name + "'> should have returned an instance of BaseException, not <class '" +
                 classOf(made)->name + "'>");
}

}  // namespace ts::eval
