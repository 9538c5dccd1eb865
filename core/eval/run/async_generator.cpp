#include "core/eval/run/async_generator.h"

namespace ts::eval {

Value AsyncStep::step(Vm& vm, Value value, Raised* raised) {
  Raised first{thrown};
  if (!started) {
    started = true;
    value = sent;
    if (thrown) raised = &first;
  }
  Value yielded;
  try {
    // resumeGenerator stores the generator's return value in `result`; async generators don't use
    // it.
    yielded = vm.resumeGenerator(*generator, std::move(value), raised, &result);
  } catch (Raised& ended) {
    Class* cls = ended.exception->cls.get();
    if (!closing ||
        !(cls->isSubclass(vm.types.GeneratorExit) || cls->isSubclass(vm.types.StopAsyncIteration)))
      throw;
    result = Value::none();
    return Value();
  }
  if (yielded.isUnbound()) {
    result = Value::none();
    if (!closing) vm.raise(vm.types.StopAsyncIteration, std::vector<Value>{});
    return Value();
  }
  if (generator->awaits) return yielded;
  if (closing) vm.raise(vm.types.RuntimeError, "async generator ignored GeneratorExit");
  result = std::move(yielded);
  return Value();
}

namespace {

Class* stepClass(Vm& vm);

Ref<AsyncStep> newStep(Vm& vm, const Value& self) {
  return new AsyncStep(stepClass(vm), Ref<Generator>(self.as<Generator>()));
}

Value anext(Vm& vm, Value* args) { return newStep(vm, args[0]); }
Value asend(Vm& vm, Value* args) {
  Ref<AsyncStep> step = newStep(vm, args[0]);
  step->sent = args[1];
  return step;
}
Value athrow(Vm& vm, Value* args) {
  Ref<AsyncStep> step = newStep(vm, args[0]);
  step->thrown = vm.toException(args[2].isNone() ? args[1] : args[2]);
  return step;
}
Value aclose(Vm& vm, Value* args) {
  Ref<AsyncStep> step = newStep(vm, args[0]);
  step->closing = true;
  if (step->generator->state == Generator::State::Fresh)
    step->generator->state = Generator::State::Finished;
  if (step->generator->state != Generator::State::Finished)
    step->thrown = vm.toException(Value(vm.types.GeneratorExit));
  return step;
}

constexpr NativeDef kAsyncGeneratorMethods[] = {
    {"__aiter__", "self, /", returnSelf},
    {"__anext__", "self, /", anext},
    {"asend", "self, value, /", asend, kTakesUnknown},
    {"athrow", "self, type, value=None, traceback=None, /", athrow},
    {"aclose", "self, /", aclose},
    {"__name__", "self", generatorName, kGetter},
};

Value finishStep(Vm& vm, AsyncStep& step, const Value& yielded) {
  if (!yielded.isUnbound()) return yielded;
  std::vector<Value> args;
  if (!step.result.isNone()) args.push_back(step.result);
  vm.raise(vm.types.StopIteration, std::move(args));
}
Value sendStep(Vm& vm, Value* args) {
  AsyncStep& step = *args[0].asNative<AsyncStep>();
  return finishStep(vm, step, step.step(vm, args[1], nullptr));
}
Value nextStep(Vm& vm, Value* args) {
  AsyncStep& step = *args[0].asNative<AsyncStep>();
  return finishStep(vm, step, step.step(vm, Value::none(), nullptr));
}
Value throwStep(Vm& vm, Value* args) {
  AsyncStep& step = *args[0].asNative<AsyncStep>();
  Raised raised{vm.toException(args[2].isNone() ? args[1] : args[2])};
  step.started = true;
  return finishStep(vm, step, step.step(vm, Value(), &raised));
}

constexpr NativeDef kStepMethods[] = {
    {"__await__", "self, /", returnSelf},
    {"__iter__", "self, /", returnSelf},
    {"__next__", "self, /", nextStep},
    {"send", "self, value, /", sendStep, kTakesUnknown},
    {"throw", "self, type, value=None, traceback=None, /", throwStep},
};

const TypeOps kNoOps;
const TypeOps kAsyncGeneratorOps = {.clear = [](Object& self) {
  for (Value& slot : static_cast<Generator&>(self).slots) slot = Value();
}};

Class* stepClass(Vm& vm) {
  Class*& cls = vm.state().asyncStep;
  static const NativeClass kStep{
      "async_generator_asend", "builtins", Kind::Native, &kNoOps, kStepMethods, false};
  if (!cls) cls = vm.defineClass(kStep);
  return cls;
}

}  // namespace

Class* makeAsyncGeneratorClass(Vm& vm) {
  static const NativeClass kGenerator{"async_generator",      "builtins",
                                      Kind::Generator,        &kAsyncGeneratorOps,
                                      kAsyncGeneratorMethods, false};
  return vm.defineClass(kGenerator);
}

}  // namespace ts::eval
