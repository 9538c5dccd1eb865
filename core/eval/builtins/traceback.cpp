// Traceback objects: the source positions of an exception, outermost first. They don't keep frames.
#include "core/eval/protocols/traceback.h"
#include "core/eval/builtins/exceptions.h"
#include "core/eval/vm/state.h"

namespace ts::eval {
namespace {

const Traceback& traceback(const Value& self) { return *self.asNative<Traceback>(); }

Value lineOf(Vm&, Value* args) {
  const SourceRange& at = traceback(args[0]).places.back().at;
  return at.file ? Value::integer(at.file->lineOf(at.span.begin)) : Value::none();
}

Value tracebackNextOf(Vm&, Value* args) {
  const Traceback& self = traceback(args[0]);
  if (self.places.size() == 1) return Value::none();
  auto* result = new Traceback(self.cls.get());
  result->places.assign(self.places.begin(), self.places.end() - 1);
  return result;
}

Value tracebackFrameOf(Vm&, Value*) { return Value::unknown(); }

constexpr NativeDef kTracebackMethods[] = {
    {"tb_lineno", "self", lineOf, kGetter},
    {"tb_next", "self", tracebackNextOf, kGetter},
    {"tb_frame", "self", tracebackFrameOf, kGetter},
};
constexpr TypeOps kOps;

}  // namespace

void setTraceback(Vm& vm, ExceptionObject& exception, const Value& value) {
  if (value.isNone() || value.isUnknown())
    exception.traceback.clear();
  else if (auto* traceback = value.asNative<Traceback>())
    exception.traceback = traceback->places;
  else
    vm.raiseTypeError("__traceback__ must be a traceback or None");
}

void initTracebacks(Vm& vm) {
  vm.state().traceback =
      vm.defineClass({"traceback", "builtins", Kind::Native, &kOps, kTracebackMethods, false});
}

}  // namespace ts::eval
