// Async generators: `yield` passes a value to the code that awaits the step, `await` suspends the
// whole coroutine.
#pragma once

#include "core/eval/vm/state.h"

namespace ts::eval {

// The awaitable that __anext__, asend, athrow and aclose return. It can be awaited once.
struct AsyncStep final : Object {
  AsyncStep(Class* cls, Ref<Generator> generator)
      : Object(Kind::Native, cls), generator(std::move(generator)) {}
  Ref<Generator> generator;
  Value sent = Value::none();   // sent at the first step
  Ref<ExceptionObject> thrown;  // raised at the first step instead
  bool started = false, closing = false;
  Value result;

  // Runs the generator until it awaits something, and returns the awaited value. Returns Unbound
  // when the step is done; `result` then has the yielded value.
  Value step(Vm& vm, Value value, Raised* raised);
};

Class* makeAsyncGeneratorClass(Vm& vm);
// The __name__ of generators, coroutines and async generators.
Value generatorName(Vm& vm, Value* args);

}  // namespace ts::eval
