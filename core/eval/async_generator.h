// Async generators: `yield` gives to whoever awaits a step, `await` goes on to whoever runs that.
#pragma once

#include "core/eval/state.h"

namespace ts::eval {

// What __anext__, asend, athrow and aclose give: to be awaited once.
struct AsyncStep final : Object {
  AsyncStep(Class* cls, Ref<Generator> generator)
      : Object(Kind::Native, cls), generator(std::move(generator)) {}
  Ref<Generator> generator;
  Value sent = Value::none();   // at first
  Ref<ExceptionObject> thrown;  // at first, in its place
  bool started = false, closing = false;
  Value result;

  // Unbound: it is done, with its result.
  Value step(Vm& vm, Value value, Raised* raised);
};

Class* makeAsyncGeneratorClass(Vm& vm);

}  // namespace ts::eval
