// Generators and coroutines: frames on the heap that can be suspended.
#include <cstdio>

#include "core/eval/bytecode/opcodes.h"
#include "core/eval/run/async_generator.h"
#include "core/eval/run/generator.h"
#include "core/eval/run/instructions.h"

namespace ts::eval {

Generator::~Generator() = default;

Value generatorName(Vm&, Value* args) { return Value(args[0].as<Generator>()->code->name); }

Value makeGenerator(Vm& vm, Frame& frame) {
  Code& code = *frame.code;
  Class* cls = !code.isCoroutine  ? vm.types.generator
               : code.isGenerator ? vm.state().asyncGenerator
                                  : vm.state().coroutine;
  Ref<Generator> generator = new Generator(cls);
  uint32_t used = code.slotCount();
  generator->slots.resize(used + code.stackSize);
  for (uint32_t i = 0; i < used; ++i) generator->slots[i] = std::move(frame.slots[i]);
  generator->code = &code;
  generator->function = frame.function;
  generator->module = frame.module;
  generator->frame.code = &code;
  generator->frame.function = frame.function;
  generator->frame.module = frame.module;
  generator->frame.space = frame.space;
  generator->frame.slots = generator->slots.data();
  return generator;
}

namespace {

void finish(Generator& generator) {
  generator.state = Generator::State::Finished;
  for (Value& slot : generator.slots) slot = Value();
}

const char* kindName(Vm& vm, const Generator& generator) {
  return generator.cls.get() == vm.state().coroutine ? "coroutine" : "generator";
}

}  // namespace

Value Vm::resumeGenerator(Object& object, Value sent, Raised* thrown, Value* result) {
  Ref<Generator> generator = static_cast<Generator*>(&object);
  std::string kind = kindName(*this, *generator);
  switch (generator->state) {
    case Generator::State::Unknown: throw UnknownTruth{};
    case Generator::State::Running: raiseValueError(kind + " already executing");
    case Generator::State::Finished:
      if (thrown) throw Raised{thrown->exception};
      if (kind == "coroutine") raise(types.RuntimeError, "cannot reuse already awaited coroutine");
      if (result && !generator->result.isUnbound()) *result = std::move(generator->result);
      return Value();
    case Generator::State::Fresh:
      if (thrown) {
        finish(*generator);
        throw Raised{thrown->exception};
      }
      if (!sent.isNone() && !sent.isUnbound() && !sent.isUnknown())
        raiseTypeError("can't send non-None value to a just-started " + kind);
      break;
    case Generator::State::Suspended: break;
  }
  Frame& frame = generator->frame;
  touch(*generator);
  uint32_t at = frame.at, depth = generator->depth;
  if (generator->state == Generator::State::Suspended) {
    // `yield from` passes exceptions on to the iterator that it delegates to.
    if (thrown && static_cast<Opcode>(frame.code->opcodeAt(at)) == Opcode::Delegate) {
      Value inner = frame.stack()[depth - 1];
      Value value;
      Value delegated = delegateThrow(*generator, inner, *thrown, value);
      if (!delegated.isUnbound()) return delegated;
      if (!thrown->exception) {  // the iterator has ended; `value` is its result
        frame.stack()[depth - 1] = std::move(value);
        ++at;
        thrown = nullptr;
      }
    } else if (!thrown) {
      frame.stack()[depth++] = sent.isUnbound() ? Value::none() : std::move(sent);
    } else if (at > 0) {
      --at;  // the yield raises it
    }
  }
  generator->state = Generator::State::Running;
  Outcome outcome;
  try {
    FrameScope running(*this, frame);
    if (!generator->handling.isUnbound()) state_->handling = std::move(generator->handling);
    outcome = run(*this, frame, at, depth, 0, ~0u, thrown);
    if (!state_->handling.same(frame.enteredHandling)) generator->handling = state_->handling;
  } catch (Raised& raised) {
    finish(*generator);
    if (raised.exception->cls->isSubclass(types.StopIteration)) {
      Ref<ExceptionObject> wrapped = toException(Value(types.RuntimeError));
      wrapped->args = tuple({str(kind + " raised StopIteration")});
      wrapped->cause = wrapped->context = Value(raised.exception);
      throw Raised{wrapped};
    }
    throw;
  } catch (UnknownTruth&) {
    finish(*generator);
    generator->state = Generator::State::Unknown;
    throw;
  } catch (...) {
    finish(*generator);
    throw;
  }
  if (outcome.exit == Exit::Returned) {
    finish(*generator);
    if (result) {
      *result = std::move(outcome.value);
    } else {
      generator->result = std::move(outcome.value);
    }
    return Value();
  }
  frame.at = outcome.at;
  generator->depth = outcome.depth;
  generator->awaits = outcome.awaits;
  generator->state = Generator::State::Suspended;
  return std::move(outcome.value);
}

// Throws into the iterator of a `yield from`. Returns the yielded value. Unbound: `thrown` still
// has the exception, which is to be raised in the outer generator; or it is empty, and the iterator
// has ended with `result`.
Value Vm::delegateThrow(Object& outer, const Value& inner, Raised& thrown, Value& result) {
  auto& generator = static_cast<Generator&>(outer);
  bool closing = thrown.exception->cls->isSubclass(types.GeneratorExit);
  generator.state = Generator::State::Running;
  try {
    Value yielded;
    if (inner.as<Generator>()) {
      yielded = resumeGenerator(*inner.object(), Value(), &thrown, &result);
    } else if (AsyncStep* step = inner.asNative<AsyncStep>()) {
      yielded = step->step(*this, Value(), &thrown);
      if (yielded.isUnbound()) result = step->result;
    } else {
      Value method;
      if (closing || !tryGetattr(inner, intern("throw"), method)) {
        generator.state = Generator::State::Suspended;
        return Value();
      }
      yielded = call(method, {Value(thrown.exception)});
    }
    generator.state = Generator::State::Suspended;
    if (yielded.isUnbound()) thrown.exception = nullptr;
    return yielded;
  } catch (Raised& raised) {
    generator.state = Generator::State::Suspended;
    if (raised.exception->cls->isSubclass(types.StopIteration) && !inner.as<Generator>()) {
      result = raised.exception->value.isUnbound() ? Value::none() : raised.exception->value;
      thrown.exception = nullptr;
    } else {
      thrown.exception = raised.exception;
    }
    return Value();
  }
}

Value yieldFromIterator(Vm& vm, const Value& iterable) {
  if (iterable.as<Generator>()) return iterable;
  return vm.iter(iterable);
}

Value awaitable(Vm& vm, const Value& value) {
  if (value.isUnknown()) return value;
  if (value.as<Generator>() && vm.classOf(value) == vm.state().coroutine) return value;
  if (value.asNative<AsyncStep>()) return value;
  Value method = vm.lookupSpecial(value, vm.intern("__await__"));
  if (method.isUnbound())
    vm.raiseTypeError("object " + vm.classOf(value)->name + " can't be used in 'await' expression");
  return vm.iter(vm.call(method));
}

Value delegate(Vm& vm, const Value& iterator, const Value& sent, Raised*, Value& result) {
  result = Value::none();
  if (iterator.isUnknown()) {
    result = Value::unknown();
    return Value();
  }
  if (Generator* generator = iterator.as<Generator>())
    return vm.resumeGenerator(*generator, sent, nullptr, &result);
  if (AsyncStep* step = iterator.asNative<AsyncStep>()) {
    Ref<AsyncStep> alive = step;
    Value yielded = step->step(vm, sent, nullptr);
    if (yielded.isUnbound()) result = step->result;
    return yielded;
  }
  if (sent.isNone() && iterator.as<Iterator>()) return vm.next(iterator);
  try {
    if (sent.isNone()) return vm.callMethod(iterator, "__next__");
    return vm.callMethod(iterator, "send", {sent});
  } catch (Raised& raised) {
    if (!raised.exception->cls->isSubclass(vm.types.StopIteration)) throw;
    if (!raised.exception->value.isUnbound()) result = raised.exception->value;
    return Value();
  }
}

// ---- the classes

namespace {

[[noreturn]] void raiseStop(Vm& vm, const Value& result) {
  Ref<ExceptionObject> stop =
      vm.call(Value(vm.types.StopIteration),
              result.isNone() ? std::vector<Value>() : std::vector<Value>{result})
          .as<ExceptionObject>();
  throw Raised{stop};
}

Value step(Vm& vm, const Value& self, Value sent, Raised* thrown) {
  Value result = Value::none();
  Value yielded = vm.resumeGenerator(*self.object(), std::move(sent), thrown, &result);
  if (yielded.isUnbound()) raiseStop(vm, result);
  return yielded;
}

Value send(Vm& vm, Value* args) { return step(vm, args[0], args[1], nullptr); }
Value dunderNext(Vm& vm, Value* args) { return step(vm, args[0], Value(), nullptr); }

Value throwInto(Vm& vm, Value* args) {
  Value value = args[2].isUnbound() || args[2].isNone() ? args[1] : args[2];
  if (args[1].as<Class>() && !args[2].isUnbound() && !args[2].isNone() &&
      !args[2].as<ExceptionObject>())
    value = vm.call(args[1], {args[2]});
  Raised raised{vm.toException(value)};
  return step(vm, args[0], Value(), &raised);
}

Value close(Vm& vm, Value* args) {
  auto& generator = *args[0].as<Generator>();
  if (generator.state == Generator::State::Finished) return Value::none();
  if (generator.state == Generator::State::Fresh) {
    generator.state = Generator::State::Finished;
    return Value::none();
  }
  Raised raised{vm.toException(Value(vm.types.GeneratorExit))};
  try {
    if (vm.resumeGenerator(generator, Value(), &raised).isUnbound()) return Value::none();
  } catch (Raised& ended) {
    Class* cls = ended.exception->cls.get();
    if (cls->isSubclass(vm.types.GeneratorExit) || cls->isSubclass(vm.types.StopIteration))
      return Value::none();
    throw;
  }
  vm.raise(vm.types.RuntimeError, "generator ignored GeneratorExit");
}

Value qualnameOf(Vm&, Value* args) { return Value(args[0].as<Generator>()->code->qualname); }
Value isRunning(Vm&, Value* args) {
  return Value::boolean(args[0].as<Generator>()->state == Generator::State::Running);
}
// Frames aren't exposed: gi_frame is None for a finished generator and Unknown otherwise.
Value frameOf(Vm&, Value* args) {
  const bool ended = args[0].as<Generator>()->state == Generator::State::Finished;
  return ended ? Value::none() : Value::unknown();
}
Value codeOf(Vm&, Value* args) { return Value(args[0].as<Generator>()->code); }
Value awaitSelf(Vm&, Value* args) { return args[0]; }

constexpr NativeDef kGeneratorMethods[] = {
    {"__next__", "self, /", dunderNext},
    {"send", "self, value, /", send, kTakesUnknown},
    {"throw", "self, type, value=None, traceback=None, /", throwInto},
    {"close", "self, /", close},
    {"__name__", "self", generatorName, kGetter},
    {"__qualname__", "self", qualnameOf, kGetter},
    {"gi_running", "self", isRunning, kGetter},
    {"gi_frame", "self", frameOf, kGetter},
    {"gi_code", "self", codeOf, kGetter},
};
constexpr NativeDef kCoroutineMethods[] = {
    {"send", "self, value, /", send, kTakesUnknown},
    {"throw", "self, type, value=None, traceback=None, /", throwInto},
    {"close", "self, /", close},
    {"__await__", "self, /", awaitSelf},
    {"__next__", "self, /", dunderNext},
    {"__name__", "self", generatorName, kGetter},
    {"__qualname__", "self", qualnameOf, kGetter},
    {"cr_running", "self", isRunning, kGetter},
    {"cr_frame", "self", frameOf, kGetter},
    {"cr_code", "self", codeOf, kGetter},
};

std::string repr(Vm& vm, const Value& self) {
  const Generator& generator = *self.as<Generator>();
  char address[32];
  std::snprintf(address, sizeof address, "%p", static_cast<const void*>(&generator));
  return std::string("<") + kindName(vm, generator) + " object " + generator.code->qualname->text +
         " at " + address + ">";
}

const TypeOps kGeneratorOps = [] {
  TypeOps ops;
  ops.iter = [](Vm&, const Value& self) { return self; };
  ops.next = [](Vm& vm, const Value& self) {
    return vm.resumeGenerator(*self.object(), Value(), nullptr);
  };
  ops.repr = repr;
  ops.clear = [](Object& self) {
    for (Value& slot : static_cast<Generator&>(self).slots) slot = Value();
  };
  return ops;
}();
const TypeOps kCoroutineOps = [] {
  TypeOps ops;
  ops.repr = repr;
  ops.clear = kGeneratorOps.clear;
  return ops;
}();

}  // namespace

void initGenerators(Vm& vm) {
  static const NativeClass kGenerator{"generator",    "builtins",        Kind::Generator,
                                      &kGeneratorOps, kGeneratorMethods, false};
  static const NativeClass kCoroutine{"coroutine",    "builtins",        Kind::Generator,
                                      &kCoroutineOps, kCoroutineMethods, false};
  vm.types.generator = vm.defineClass(kGenerator);
  vm.state().coroutine = vm.defineClass(kCoroutine);
  vm.state().asyncGenerator = makeAsyncGeneratorClass(vm);
}

}  // namespace ts::eval
